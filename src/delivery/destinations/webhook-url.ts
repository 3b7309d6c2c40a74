import { checkUrl, type OutboundPolicy } from '../../outbound/url.ts';
import type { Keyring } from '../keys/keyring.ts';

/** What creating destinations needs: the keyring, and which URLs may be called. */
export interface DeliveryContext {
  keyring: Keyring;
  policy: OutboundPolicy;
}

export type WebhookUrlCheck = { ok: true; url: string } | { ok: false; fault: string };

/** The URL of a webhook as it is stored, or its error as the end of a sentence: "must begin with https://". */
export function checkWebhookUrl(text: string, { policy }: Pick<DeliveryContext, 'policy'>): WebhookUrlCheck {
  const checked = checkUrl(text, policy);
  return checked.ok ? { ok: true, url: checked.url.href } : checked;
}
