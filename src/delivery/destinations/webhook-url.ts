import type { OutboundPolicy } from '../../outbound/policy.ts';
import { checkUrl } from '../../outbound/url.ts';
import type { Keyring } from '../keys/keyring.ts';

/** What making destinations needs of the process: the keys that seal, and whom it may call. */
export interface DeliveryContext {
  keyring: Keyring;
  policy: OutboundPolicy;
}

export type WebhookUrlCheck = { ok: true; url: string } | { ok: false; fault: string };

/** A webhook's address as it is kept, or what is wrong with it as the end of a sentence: "must begin with https://". */
export function checkWebhookUrl(text: string, { policy }: Pick<DeliveryContext, 'policy'>): WebhookUrlCheck {
  const checked = checkUrl(text, policy);
  return checked.ok ? { ok: true, url: checked.url.href } : checked;
}
