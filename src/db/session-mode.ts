import type pg from 'pg';
import type { Log } from '../lib/log.ts';
import { findMissingSettings, type SessionSettings, setLocal } from './session-settings.ts';

/** How the sessions of a pool are used. A pooler in between is detected by what it drops. */
export interface SessionMode {
  prepares(): boolean;
  /** A server session lacks a statement that this one prepared, or has it from another client. */
  stopPreparing(cause: unknown): void;
  /** Settings do not stay with a session: each transaction sets them, and a single statement gets one. */
  setsPerTransaction(): boolean;
  /** Checks whether a new session has the settings. */
  check(client: Pick<pg.PoolClient, 'query'>): Promise<void>;
  /** The first statement of a transaction. */
  begin(isolation: string): string;
}

export function createSessionMode(prepare: boolean, settings: SessionSettings, log: Log): SessionMode {
  let prepares = prepare;
  let setsPerTransaction = false;
  return {
    prepares: () => prepares,
    stopPreparing(cause) {
      if (prepares) {
        log.warn(
          { event: 'database.prepare_off', err: cause },
          'a pooler mixes prepared statements of several clients: none are prepared from now on; set DATABASE_PREPARE=off',
        );
      }
      prepares = false;
    },
    setsPerTransaction: () => setsPerTransaction,
    async check(client) {
      if (setsPerTransaction) return;
      const missing = await findMissingSettings(client, settings);
      if (missing.length === 0 || setsPerTransaction) return;
      setsPerTransaction = true;
      log.warn(
        { event: 'database.settings_per_transaction', missing },
        'sessions do not have the settings given with the connection: they are made in each transaction',
      );
    },
    begin(isolation) {
      const begin = isolation === 'read committed' ? 'begin' : `begin isolation level ${isolation}`;
      return setsPerTransaction ? `${begin}; ${setLocal(settings)}` : begin;
    },
  };
}
