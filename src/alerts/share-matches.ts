/** How much one transaction records. */
export interface MatchLimits {
  /** Alerts of one account. The rest waits in the backlog, where accounts take turns. */
  readonly perAccount: number;
  /** Alerts of all accounts: 2,000 events are recorded in a quarter of a second. */
  readonly perBatch: number;
}

export const MATCH_LIMITS: MatchLimits = { perAccount: 100, perBatch: 2_000 };

/** What happens with the matches of one change, by account. */
export interface MatchShares {
  readonly record: ReadonlySet<string>;
  readonly defer: ReadonlyMap<string, number>;
}

/**
 * Decides who is recorded at once: accounts with few matches, the fewest first. An account that waits already, or is
 * deferred with an earlier change, waits with all that follow, so that its events stay in the order of the changes.
 * @param matchCounts for each change the number of matching alerts of each account
 */
export function shareMatches(
  matchCounts: readonly ReadonlyMap<string, number>[],
  waiting: ReadonlySet<string>,
  { perAccount, perBatch }: MatchLimits,
): MatchShares[] {
  const deferred = new Set(waiting);
  const recorded = new Map<string, number>();
  let total = 0;
  return matchCounts.map((counts) => {
    const record = new Set<string>();
    const defer = new Map<string, number>();
    for (const [account, count] of [...counts].sort(([, one], [, other]) => one - other)) {
      const own = (recorded.get(account) ?? 0) + count;
      if (deferred.has(account) || own > perAccount || total + count > perBatch) {
        deferred.add(account);
        defer.set(account, count);
        continue;
      }
      recorded.set(account, own);
      total += count;
      record.add(account);
    }
    return { record, defer };
  });
}

/** How many of the changes fill a batch: those after them stay due, instead of deferring every account. */
export function fillBatch(
  met: Iterable<ReadonlyMap<string, number>>,
  { perAccount, perBatch }: MatchLimits,
): ReadonlyMap<string, number>[] {
  const taken: ReadonlyMap<string, number>[] = [];
  let total = 0;
  for (const counts of met) {
    taken.push(counts);
    for (const count of counts.values()) total += Math.min(count, perAccount);
    if (total >= perBatch) break;
  }
  return taken;
}
