import type { Db } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Settings } from '../settings.ts';

/** Something that is wrong with an installation, and what to do about it. */
export interface Finding {
  readonly fault: string;
  readonly advice: string;
  /** True: worth knowing, and no reason for exit code 1. */
  readonly isNotice?: boolean;
}

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface LocalContext {
  readonly settings: Settings;
  readonly clock: Clock;
  readSpace(path: string): Promise<DiskSpace>;
}

export interface DatabaseContext extends LocalContext {
  readonly db: Db;
}

/** One question to an installation. No finding means that the answer is good. */
export interface Check<Context> {
  readonly name: string;
  find(context: Context): Promise<Finding | undefined>;
}

export interface CheckResult extends Partial<Finding> {
  readonly check: string;
  readonly state: 'ok' | 'notice' | 'fault';
}

/** A check that fails is a finding too: the others still run. */
export async function runChecks<Context>(
  checks: readonly Check<Context>[],
  context: Context,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, find } of checks) {
    const finding = await find(context).catch((error: Error) => ({
      fault: `the check failed: ${error.message}`,
      advice: 'correct the other faults first, then run it again',
    }));
    results.push(toResult(name, finding));
  }
  return results;
}

export function toResult(check: string, finding: Finding | undefined): CheckResult {
  if (finding === undefined) return { check, state: 'ok' };
  const { fault, advice } = finding;
  return { check, state: finding.isNotice === true ? 'notice' : 'fault', fault, advice };
}
