import type { Caller } from '../accounts/authenticate.ts';
import { chargeCredits } from '../accounts/credits.ts';
import type { Database } from '../db/sql.ts';
import { Problem } from './problem.ts';

/**
 * Charges one credit per result before the answer is sent. An account without enough credits is neither
 * served nor charged.
 */
export async function chargeForResults(
  db: Database,
  caller: Caller | undefined,
  results: number,
): Promise<number> {
  if (!caller?.billedInCredits || results === 0) return 0;
  if (!(await chargeCredits(db, caller.accountId, results))) {
    const detail = `This answer costs ${results} credits, and the account has fewer left. Nothing was charged.`;
    throw new Problem('out-of-credits', detail);
  }
  return results;
}
