import type { PropertyResult } from '../../catalogue/document.ts';
import type { AlertEventType } from '../../catalogue/service-vocabularies.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { LoadedDigest } from '../sending/batch-loader.ts';
import type { AttemptResult, ClaimedNotification } from '../sending/claimed-notification.ts';
import { renderDigestMessage } from './digest-message.ts';
import { type LinkPurpose, signLinkToken } from './links.ts';
import type { MailTransport } from './mail-transport.ts';
import { type EmailMessage, renderConfirmationMessage, renderEventMessage } from './message.ts';
import type { MailLanguage } from './words.ts';

export interface MailParts {
  clock: Clock;
  keyring: Keyring;
  mailTransport: MailTransport;
  /** The sender of mails. */
  from: string;
  /** The base of the links. */
  baseUrl: string;
  /** The URL of the console, where it has another origin. */
  consoleUrl?: string | undefined;
}

/**
 * Sends one mail. A refused recipient is a failure of the destination; a mail server of ours that does not work is not.
 */
export async function sendMailNotification(
  parts: MailParts,
  claimed: ClaimedNotification,
  { language, property }: { language: MailLanguage; property: PropertyResult },
): Promise<AttemptResult> {
  const event = { ...claimed, eventType: claimed.eventType as AlertEventType, language };
  const message = renderEventMessage(event, property, buildLink(parts, 'unsubscribe', claimed));
  return sendMessage(parts, claimed, message);
}

/** Sends the question whether the mailbox wants mails. */
export const sendConfirmationMail = (
  parts: MailParts,
  claimed: ClaimedNotification,
): Promise<AttemptResult> => {
  const [confirm, refuse] = [buildLink(parts, 'confirm', claimed), buildLink(parts, 'unsubscribe', claimed)];
  return sendMessage(parts, claimed, renderConfirmationMessage(confirm, refuse));
};

/** Sends the mail of a digest. */
export async function sendDigestMail(
  parts: MailParts,
  claimed: ClaimedNotification,
  { language, homes }: LoadedDigest,
): Promise<AttemptResult> {
  const shown = homes.map(({ events, json }) => ({ events, result: JSON.parse(json) as PropertyResult }));
  const unsubscribe = buildLink(parts, 'unsubscribe', claimed);
  const about = { alertName: claimed.alertName, language };
  return sendMessage(parts, claimed, renderDigestMessage(about, shown, unsubscribe));
}

async function sendMessage(
  parts: MailParts,
  claimed: ClaimedNotification,
  message: EmailMessage,
): Promise<AttemptResult> {
  const startedAt = parts.clock.now();
  const began = performance.now();
  const headers = mailHeaders(parts, claimed);
  const posted = await parts.mailTransport.send({
    from: parts.from,
    to: claimed.address,
    ...message,
    headers,
  });
  const request = {
    headers: { ...headers, To: claimed.address, Subject: message.subject },
    body: Buffer.from(message.text),
  };
  const attempt = { startedAt, tookMs: Math.round(performance.now() - began), request };
  if (posted.outcome === 'taken') return { ...attempt, outcome: 'DELIVERED' };
  const error = `the mail was not taken: ${posted.answer}`.slice(0, 500);
  return posted.outcome === 'refused'
    ? { ...attempt, outcome: 'FAILED', error }
    : { ...attempt, outcome: 'LOST', error: 'mails cannot be sent at the moment', passing: true };
}

function buildLink(
  { keyring, baseUrl }: MailParts,
  purpose: LinkPurpose,
  claimed: ClaimedNotification,
): string {
  const addressee = { accountId: claimed.accountId, id: claimed.destinationId };
  return `${baseUrl}/email/${purpose}/${signLinkToken(keyring, purpose, addressee)}`;
}

/** RFC 8058: mail programs offer to unsubscribe with one click, without opening a page. */
function mailHeaders(parts: MailParts, claimed: ClaimedNotification): Record<string, string> {
  const usual = { 'Auto-Submitted': 'auto-generated', 'X-Event-Id': claimed.eventId };
  if (claimed.kind === 'CONFIRM') return usual;
  return {
    ...usual,
    'List-Unsubscribe': `<${buildLink(parts, 'unsubscribe', claimed)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
