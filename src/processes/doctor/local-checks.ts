import { stat, statfs } from 'node:fs/promises';
import { createTransport } from 'nodemailer';
import { renderSpans } from '../../tracing/otlp.ts';
import { findCollector } from '../tracing.ts';
import type { Check, DiskSpace, LocalContext } from './check.ts';

const OTHER_USERS = 0o077;
const STICKY_BIT = 0o1000;
const GIGABYTE = 2 ** 30;
const MIN_FREE_BYTES = GIGABYTE;
const MIN_FREE_SHARE = 0.05;
const MAIL_TIMEOUT_MS = 5_000;
const COLLECTOR_TIMEOUT_MS = 5_000;
const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost'];

export async function readDiskSpace(path: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** What can be checked without the database. */
export const localChecks: readonly Check<LocalContext>[] = [
  {
    name: 'data directory',
    async find({ settings: { DATA_DIR } }) {
      const found = await stat(DATA_DIR).catch(() => undefined);
      if (found === undefined || !found.isDirectory())
        return { fault: `${DATA_DIR} is not a directory`, advice: 'set DATA_DIR, or start the service once' };
      if ((found.mode & STICKY_BIT) === 0 && (found.mode & OTHER_USERS) !== 0)
        return {
          fault: `${DATA_DIR} is accessible to other users of this machine`,
          advice: 'chmod 0700 it; it has keys and mails',
        };
      return undefined;
    },
  },
  {
    name: 'disk',
    async find({ settings: { DATA_DIR }, readSpace }) {
      const { freeBytes, totalBytes } = await readSpace(DATA_DIR);
      if (freeBytes >= MIN_FREE_BYTES && freeBytes >= totalBytes * MIN_FREE_SHARE) return undefined;
      return {
        fault: `${(freeBytes / GIGABYTE).toFixed(1)} GB are free under ${DATA_DIR}`,
        advice: 'free space or move DATA_DIR to a larger disk; PostgreSQL stops when it is full',
      };
    },
  },
  {
    name: 'public address',
    async find({ settings: { HOST, BASE_URL } }) {
      if (LOOPBACK_HOSTS.includes(HOST) || BASE_URL?.startsWith('https://')) return undefined;
      return {
        fault: `it listens on ${HOST} and BASE_URL is ${BASE_URL ?? 'not set'}: keys travel unencrypted`,
        advice: 'put a TLS proxy in front and set BASE_URL to its https URL',
      };
    },
  },
  {
    name: 'proxy',
    async find({ settings: { BASE_URL, TRUSTED_PROXIES } }) {
      if (!BASE_URL?.startsWith('https://') || TRUSTED_PROXIES.length > 0) return undefined;
      return {
        fault:
          'BASE_URL is https and TRUSTED_PROXIES is empty: all callers share the IP address of the proxy',
        advice: 'set TRUSTED_PROXIES to the IP address of the proxy',
      };
    },
  },
  {
    name: 'outbound',
    async find({ settings: { OUTBOUND_LOOPBACK, DATABASE_URL } }) {
      if (OUTBOUND_LOOPBACK !== 'on' || DATABASE_URL === undefined) return undefined;
      return {
        fault: 'OUTBOUND_LOOPBACK=on has no effect with DATABASE_URL: webhooks to this machine are refused',
        advice: 'remove the setting, and use a public https URL for webhooks',
      };
    },
  },
  {
    name: 'mail',
    async find({ settings: { SMTP_URL } }) {
      if (SMTP_URL === undefined) return undefined;
      const transport = createTransport({
        url: SMTP_URL,
        connectionTimeout: MAIL_TIMEOUT_MS,
        greetingTimeout: MAIL_TIMEOUT_MS,
      });
      const fault = await transport.verify().then(
        () => undefined,
        (error: Error) => error.message,
      );
      transport.close();
      if (fault === undefined) return undefined;
      return {
        fault: `the mail server does not accept us: ${fault}`,
        advice: 'check SMTP_URL and its password',
      };
    },
  },
  {
    name: 'traces',
    async find({ settings }) {
      const url = findCollector(settings);
      if (url === undefined) return undefined;
      const fault = await fetch(url, {
        method: 'POST',
        headers: { ...settings.OTEL_EXPORTER_OTLP_HEADERS, 'content-type': 'application/json' },
        body: renderSpans([], {}),
        redirect: 'manual',
        signal: AbortSignal.timeout(COLLECTOR_TIMEOUT_MS),
      }).then(
        ({ ok, status }) => (ok ? undefined : `it answered ${status}`),
        ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message),
      );
      if (fault === undefined) return undefined;
      return {
        fault: `the collector of traces does not accept spans: ${fault}`,
        advice: 'check OTEL_EXPORTER_OTLP_ENDPOINT and its headers; meanwhile spans are dropped',
      };
    },
  },
];
