import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';

/** A maximum of confirmation mails in any sliding window. */
export interface MailLimit {
  scope: 'account' | 'recipient' | 'service';
  maxMails: number;
  windowMs: number;
}

/**
 * The strictest first. A person confirms with the first or second mail. An account of 100 destinations needs a day. The
 * limit of the service stays below what mail providers take for spam from a small sender.
 */
export const MAIL_LIMITS: readonly MailLimit[] = [
  { scope: 'recipient', maxMails: 3, windowMs: DAY_MS },
  { scope: 'account', maxMails: 20, windowMs: HOUR_MS },
  { scope: 'service', maxMails: 500, windowMs: HOUR_MS },
];

export const MAX_MAIL_WINDOW_MS = Math.max(...MAIL_LIMITS.map(({ windowMs }) => windowMs));

/** The mailbox of an email: name+1@host and NAME@host count as name@host. */
export const normalizeRecipient = (email: string): string =>
  email.toLowerCase().replace(/\+[^@]{0,64}@/, '@');
