import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';

export type Posted =
  | { outcome: 'taken'; answer: string }
  /** The recipient's side says no for good. */
  | { outcome: 'refused'; answer: string }
  /** Our own way of sending does not work at the moment. */
  | { outcome: 'hindered'; answer: string };

export interface PostOffice {
  post(mail: SendMailOptions): Promise<Posted>;
  close(): void;
}

const PERMANENT = 500;
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** Over SMTP, a few connections kept. */
export function smtpPostOffice(url: string): PostOffice {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  } as Parameters<typeof createTransport>[0]);
  return {
    async post(mail) {
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
        // A refusal of the recipient or the mail is theirs; one of our login or greeting is ours.
        const isTheirs = responseCode >= PERMANENT && /^(RCPT TO|DATA)/.test(command);
        return { outcome: isTheirs ? 'refused' : 'hindered', answer: message };
      }
    },
    close: () => transport.close(),
  };
}

/** Without a mail server: each mail a file that any mail program opens. */
export function folderPostOffice(folder: string): PostOffice {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async post(mail) {
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
