import { join } from 'node:path';
import { createDirectoryTransport, createSmtpTransport } from '../delivery/email/mail-transport.ts';
import type { MailParts } from '../delivery/email/send.ts';
import type { Settings } from './settings.ts';

/** Mails by the server of the settings, or as files beside the data. Links lead to where the API is reached. */
export function openMail(
  settings: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'BASE_URL'>,
  address: string,
  parts: Pick<MailParts, 'clock' | 'keyring'>,
): MailParts {
  const { SMTP_URL, MAIL_FROM, DATA_DIR, BASE_URL } = settings;
  return {
    ...parts,
    mailTransport:
      SMTP_URL === undefined
        ? createDirectoryTransport(join(DATA_DIR, 'mail'))
        : createSmtpTransport(SMTP_URL),
    from: MAIL_FROM,
    baseUrl: BASE_URL ?? address,
  };
}
