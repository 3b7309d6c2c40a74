import type { Caller } from '../accounts/authenticate.ts';
import { chargeCredits, findCredits } from '../accounts/credits.ts';
import type { Database } from '../db/sql.ts';
import { Problem } from './problem.ts';

export interface Charge {
  charged: number;
  /** Undefined when the account is not billed in credits. */
  remaining: number | undefined;
}

/**
 * Charges one credit per result before the answer is sent. An account without enough credits is neither
 * served nor charged.
 */
export async function chargeForResults(
  db: Database,
  caller: Caller | undefined,
  results: number,
): Promise<Charge> {
  if (!caller?.billedInCredits) return { charged: 0, remaining: undefined };
  const remaining =
    results === 0
      ? await findCredits(db, caller.accountId)
      : await chargeCredits(db, caller.accountId, results);
  if (results > 0 && remaining === undefined) throw await outOfCredits(db, caller.accountId, results);
  return { charged: results, remaining };
}

async function outOfCredits(db: Database, accountId: string, results: number): Promise<Problem> {
  const left = (await findCredits(db, accountId)) ?? 0;
  const detail = `This answer costs ${results} credits, and the account has ${left} left. Nothing was charged.`;
  return new Problem('out-of-credits', detail, { headers: { 'x-credits-remaining': String(left) } });
}
