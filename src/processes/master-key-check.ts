import type { Db } from '../db/sql.ts';
import { unopenedVersions } from '../delivery/keys/check.ts';
import type { Keyring } from '../delivery/keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Duty } from '../queue/duty.ts';

/** The key does not change while a process runs; the database may be restored under it. */
const LOOK_AGAIN_MS = 10_000;

interface Parts {
  db: Db;
  keyring: Keyring;
  clock: Clock;
  log: Log;
}

/** Whether the master key belongs to this database. A database that was restored without its key cannot sign a single webhook. */
export class MasterKeyCheck {
  readonly #parts: Parts;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #fault: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Undefined when all is well; else a short reason. Throws when the database cannot be asked. */
  async fault(): Promise<string | undefined> {
    const { db, keyring, clock } = this.#parts;
    if (clock.monotonicMs() - this.#lookedAtMs < LOOK_AGAIN_MS) return this.#fault;
    const versions = await unopenedVersions(db, keyring);
    this.#lookedAtMs = clock.monotonicMs();
    this.#settle(
      versions.length === 0
        ? undefined
        : `signing keys cannot be opened: master key ${versions.join(', ')} is missing or another one`,
    );
    return this.#fault;
  }

  #settle(fault: string | undefined): void {
    const { log } = this.#parts;
    if (fault !== undefined && fault !== this.#fault)
      log.error(
        { event: 'master_key.mismatch', reason: fault },
        'the master key does not belong to this database: restore MASTER_KEYS or the file master-keys; deliveries wait',
      );
    if (fault === undefined && this.#fault !== undefined)
      log.info({ event: 'master_key.recovered' }, 'the master key belongs to this database again');
    this.#fault = fault;
  }

  /** A job that begins only while the key is the right one: what cannot be signed would fail for good after five tries. */
  guard(duty: Duty): Duty {
    return {
      ...duty,
      run: async (signal) =>
        (await this.fault()) === undefined
          ? duty.run(signal)
          : this.#parts.clock.sleep(LOOK_AGAIN_MS, signal).catch(() => undefined),
    };
  }
}
