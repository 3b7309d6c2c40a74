import {
  claimInvitationMails,
  deleteOldInvitations,
  INVITATION_LIFETIME_MS,
  type InvitationRow,
  recordMailed,
} from '../../accounts/invitations.ts';
import type { Role } from '../../accounts/roles.ts';
import type { Db } from '../../db/sql.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import type { PeriodicJob } from '../../queue/periodic-job.ts';
import { signLinkToken } from './links.ts';
import { type EmailMessage, escapeHtml, MAX_SUBJECT_CHARS, renderHtml } from './message.ts';
import type { MailParts } from './send.ts';
import { invitationWords, type MailLanguage } from './words.ts';

const SEND_EVERY_MS = 1_000;
const MAX_ERROR_CHARS = 500;
/** The screen of the console that a link opens. */
const INVITATION_PATH = '/console/invitation';

export interface InvitationParts {
  db: Db;
  mail: MailParts;
}

/** Sends the mails that are due. One that our mail server does not take is sent again a minute later. */
export async function sendInvitations({ db, mail }: InvitationParts): Promise<void> {
  for (const invitation of await claimInvitationMails(db, mail.clock)) {
    const { outcome, answer } = await mail.mailTransport.send({
      from: mail.from,
      to: invitation.email,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...renderInvitationMessage(
        { ...invitation, days: INVITATION_LIFETIME_MS / DAY_MS },
        invitationUrl(mail, invitation),
      ),
    });
    if (outcome === 'hindered') throw new Error(`an invitation was not mailed: ${answer}`);
    await recordMailed(db, invitation, outcome === 'refused' ? answer.slice(0, MAX_ERROR_CHARS) : null);
  }
}

function invitationUrl(
  { keyring, consoleUrl, baseUrl }: MailParts,
  { accountId, id }: InvitationRow,
): string {
  const token = signLinkToken(keyring, 'invitation', { accountId, id });
  return `${new URL(consoleUrl ?? baseUrl).origin}${INVITATION_PATH}?token=${token}`;
}

export const invitationJobs = (parts: InvitationParts): PeriodicJob[] => [
  { name: 'mail invitations', everyMs: SEND_EVERY_MS, run: () => sendInvitations(parts) },
  {
    name: 'delete old invitations',
    everyMs: HOUR_MS,
    run: () => deleteOldInvitations(parts.db, parts.mail.clock),
  },
];

export interface InvitationMail {
  accountName: string;
  inviter: string | null;
  role: Role;
  language: MailLanguage;
  /** How long the link works. */
  days: number;
}

export function renderInvitationMessage(
  { accountName, inviter, role, language, days }: InvitationMail,
  url: string,
): EmailMessage {
  const words = invitationWords[language];
  const sentences = [words.invites(inviter, accountName), words.roles[role]];
  return {
    subject: words.subject(accountName).slice(0, MAX_SUBJECT_CHARS),
    text: [...sentences, '', `${words.accept}: ${url}`, '', words.about(days)].join('\n'),
    html: renderHtml(
      `${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('')}<p><a href="${escapeHtml(url)}">${escapeHtml(words.accept)}</a></p><p style="color:#5a6b7d">${escapeHtml(words.about(days))}</p>`,
      language,
    ),
  };
}
