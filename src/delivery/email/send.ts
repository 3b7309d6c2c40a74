import type { PropertyResult } from '../../catalogue/document.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Attempt, Claimed } from '../sending/claimed.ts';
import { confirmLetter, eventLetter, type Letter } from './letter.ts';
import { linkToken, type Purpose } from './links.ts';
import type { PostOffice } from './post-office.ts';

export interface MailParts {
  clock: Clock;
  keyring: Keyring;
  postOffice: PostOffice;
  /** Whom mails are from. */
  from: string;
  /** Where the links lead. */
  baseUrl: string;
}

/** One mail. A recipient that is refused is the destination's failure; a mail server of ours that does not work is not. */
export async function mailNotification(
  parts: MailParts,
  claimed: Claimed,
  property: PropertyResult | undefined,
): Promise<Attempt> {
  const startedAt = parts.clock.now();
  const began = performance.now();
  const letter = letterFor(parts, claimed, property);
  const headers = mailHeaders(parts, claimed);
  const posted = await parts.postOffice.post({ from: parts.from, to: claimed.address, ...letter, headers });
  const request = {
    headers: { ...headers, To: claimed.address, Subject: letter.subject },
    body: Buffer.from(letter.text),
  };
  const attempt = { startedAt, tookMs: Math.round(performance.now() - began), request };
  if (posted.outcome === 'taken') return { ...attempt, outcome: 'DELIVERED' };
  const error = `the mail was not taken: ${posted.answer}`.slice(0, 500);
  return posted.outcome === 'refused'
    ? { ...attempt, outcome: 'FAILED', error }
    : { ...attempt, outcome: 'LOST', error: 'mails cannot be sent at the moment', passing: true };
}

function letterFor(parts: MailParts, claimed: Claimed, property: PropertyResult | undefined): Letter {
  if (property === undefined)
    return confirmLetter(linkTo(parts, 'confirm', claimed), linkTo(parts, 'unsubscribe', claimed));
  return eventLetter(claimed, property, linkTo(parts, 'unsubscribe', claimed));
}

function linkTo({ keyring, baseUrl }: MailParts, purpose: Purpose, claimed: Claimed): string {
  const addressee = { accountId: claimed.accountId, id: claimed.destinationId };
  return `${baseUrl}/email/${purpose}/${linkToken(keyring, purpose, addressee)}`;
}

/** RFC 8058: mail programs offer to unsubscribe with one click, without opening a page. */
function mailHeaders(parts: MailParts, claimed: Claimed): Record<string, string> {
  const usual = { 'Auto-Submitted': 'auto-generated', 'X-Event-Id': claimed.eventId };
  if (claimed.kind === 'CONFIRM') return usual;
  return {
    ...usual,
    'List-Unsubscribe': `<${linkTo(parts, 'unsubscribe', claimed)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
