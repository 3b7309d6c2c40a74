import {
  claimInvitationMails,
  deleteOldInvitations,
  INVITATION_LIFETIME_MS,
  type InvitationRow,
  recordMailed,
} from '../../accounts/invitations.ts';
import type { Db } from '../../db/sql.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import type { PeriodicJob } from '../../queue/periodic-job.ts';
import { renderInvitationMessage } from './invitation-message.ts';
import { signLinkToken } from './links.ts';
import type { MailParts } from './send.ts';

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
