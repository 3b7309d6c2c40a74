import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { backoffMs } from '../lib/backoff.ts';
import type { Log } from '../lib/log.ts';
import { type Connection, clientConfig } from './connection.ts';

export interface ListenOptions {
  readonly channels: readonly string[];
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called for each notification, and once after every (re)connection, since hints may have been missed meanwhile. */
  readonly onHint: (channel: string, payload: string) => void;
}

const BACKOFF = { firstMs: 200, capMs: 5_000 };
/** A listening connection says nothing when its link dies: ask, so that the loss is noticed in 10 s. */
const HEARTBEAT_MS = 5_000;

/**
 * Listens until the signal aborts, reconnecting by itself. A notification is only a hint to look sooner: who listens
 * must also look from time to time unasked.
 */
export async function listen(connection: Connection, options: ListenOptions): Promise<void> {
  let failures = 0;
  while (!options.signal.aborted) {
    try {
      await listenOnce(connection, options, () => {
        if (failures > 0) options.log.info({ channels: options.channels }, 'listening to the database again');
        failures = 0;
      });
    } catch (error) {
      if (failures === 0)
        options.log.warn({ err: error, channels: options.channels }, 'not listening to the database');
      await pause(backoffMs(failures, BACKOFF), undefined, { signal: options.signal }).catch(() => {});
      failures += 1;
    }
  }
}

async function listenOnce(
  connection: Connection,
  options: ListenOptions,
  onListening: () => void,
): Promise<void> {
  const client = new pg.Client({ ...clientConfig(connection, 'gable listen'), query_timeout: HEARTBEAT_MS });
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('Connection terminated unexpectedly')));
  client.on('notification', ({ channel, payload }) => options.onHint(channel, payload ?? ''));
  const signal = AbortSignal.any([options.signal, lost.signal]);
  try {
    await client.connect();
    for (const channel of options.channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    onListening();
    for (const channel of options.channels) options.onHint(channel, '');
    while (!options.signal.aborted) {
      await pause(HEARTBEAT_MS, undefined, { signal }).catch(() => {});
      lost.signal.throwIfAborted();
      if (!options.signal.aborted) await client.query('select');
    }
  } finally {
    client.connection.stream.destroy();
  }
}
