import type { Role } from '../../accounts/roles.ts';
import { type EmailMessage, escapeHtml, MAX_SUBJECT_CHARS, renderHtml } from './message.ts';
import { invitationWords, type MailLanguage } from './words.ts';

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
