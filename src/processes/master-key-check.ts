import type { Db } from '../db/sql.ts';
import { findUnreadableKeyVersions } from '../delivery/keys/check.ts';
import type { Keyring } from '../delivery/keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';

/** The key of a process does not change, but its database may be restored meanwhile. */
const CHECK_INTERVAL_MS = 10_000;

interface MasterKeyCheckParts {
  db: Db;
  keyring: Keyring;
  clock: Clock;
  log: Log;
}

/** Checks that the master key belongs to this database. A database restored without its key cannot sign a webhook. */
export class MasterKeyCheck {
  readonly #parts: MasterKeyCheckParts;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #fault: string | undefined;

  constructor(parts: MasterKeyCheckParts) {
    this.#parts = parts;
  }

  /** Undefined when the key is right, else a short reason. Throws when the database is unavailable. */
  async fault(): Promise<string | undefined> {
    const { db, keyring, clock } = this.#parts;
    if (clock.monotonicMs() - this.#checkedAtMs < CHECK_INTERVAL_MS) return this.#fault;
    const versions = await findUnreadableKeyVersions(db, keyring);
    this.#checkedAtMs = clock.monotonicMs();
    this.#storeResult(
      versions.length === 0
        ? undefined
        : `signing keys cannot be decrypted: master key ${versions.join(', ')} is missing or another one`,
    );
    return this.#fault;
  }

  #storeResult(fault: string | undefined): void {
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

  /** Runs a job only while the key is right: unsigned notifications would fail permanently after five tries. */
  guardJob(job: PeriodicJob): PeriodicJob {
    return {
      ...job,
      run: async (signal) =>
        (await this.fault()) === undefined
          ? job.run(signal)
          : this.#parts.clock.sleep(CHECK_INTERVAL_MS, signal).catch(() => undefined),
    };
  }
}
