import { join } from 'node:path';
import { createDirectoryTransport, createSmtpTransport } from '../delivery/email/mail-transport.ts';
import type { MailParts } from '../delivery/email/send.ts';
import type { Settings } from './settings.ts';

/** Sends mail by SMTP_URL, or writes it to files in DATA_DIR. Links use BASE_URL, else the URL the API listens on. */
export function openMail(
  settings: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'BASE_URL' | 'CONSOLE_URL'>,
  listenUrl: string,
  parts: Pick<MailParts, 'clock' | 'keyring'>,
): MailParts {
  const { SMTP_URL, MAIL_FROM, DATA_DIR, BASE_URL, CONSOLE_URL } = settings;
  return {
    ...parts,
    mailTransport:
      SMTP_URL === undefined
        ? createDirectoryTransport(join(DATA_DIR, 'mail'))
        : createSmtpTransport(SMTP_URL),
    from: MAIL_FROM,
    baseUrl: BASE_URL ?? listenUrl,
    consoleUrl: CONSOLE_URL,
  };
}
