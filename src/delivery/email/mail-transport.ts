import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { createTransport, SendMailOptions } from 'nodemailer';

export type MailResult =
  | { outcome: 'taken'; answer: string }
  /** The recipient refuses permanently. */
  | { outcome: 'refused'; answer: string }
  /** Our mail server does not work at the moment. */
  | { outcome: 'hindered'; answer: string };

export interface MailTransport {
  send(mail: SendMailOptions): Promise<MailResult>;
  close(): void;
}

const MIN_PERMANENT_CODE = 500;
const SMTP_CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

type Transport = ReturnType<typeof createTransport>;

/** Opened by the first mail: most processes send none in the seconds of their start. */
function openAtFirstMail(settings: object): Pick<Transport, 'sendMail' | 'close'> {
  let opening: Promise<Transport> | undefined;
  const open = async (): Promise<Transport> => (await import('nodemailer')).createTransport(settings);
  return {
    async sendMail(mail: SendMailOptions) {
      opening ??= open();
      return (await opening).sendMail(mail);
    },
    close: () => void opening?.then((transport) => transport.close()),
  };
}

/** Over SMTP, with a small pool of connections. */
export function createSmtpTransport(url: string): MailTransport {
  const transport = openAtFirstMail({
    url,
    pool: true,
    connectionTimeout: SMTP_CONNECT_TIMEOUT_MS,
    greetingTimeout: SMTP_CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    async send(mail) {
      try {
        const sent = (await transport.sendMail(mail)) as { response?: string };
        return { outcome: 'taken', answer: sent.response ?? '' };
      } catch (error) {
        const {
          responseCode = 0,
          command = '',
          message,
        } = error as {
          responseCode?: number;
          command?: string;
          message: string;
        };
        // A refusal of the recipient or of the mail is theirs; one of our login or greeting is ours.
        const isTheirs = responseCode >= MIN_PERMANENT_CODE && /^(RCPT TO|DATA)/.test(command);
        return { outcome: isTheirs ? 'refused' : 'hindered', answer: message };
      }
    },
    close: () => transport.close(),
  };
}

/** Without a mail server: each mail is written to a file that any mail program opens. */
export function createDirectoryTransport(folder: string): MailTransport {
  const transport = openAtFirstMail({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      const { message, messageId } = (await transport.sendMail(mail)) as unknown as {
        message: Buffer;
        messageId: string;
      };
      const name = `${new Date().toISOString().replaceAll(':', '-')} ${messageId.replace(/[^\w.-]/g, '')}.eml`;
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `.${name}`), message);
      await rename(join(folder, `.${name}`), join(folder, name));
      return { outcome: 'taken', answer: name };
    },
    close: () => transport.close(),
  };
}
