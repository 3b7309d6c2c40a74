import type { AlertIndex } from '../criteria/index/alert-index.ts';
import type { Lineage } from '../criteria/search-row.ts';
import { RegionNotServedError, readByRegion } from '../db/region-set.ts';
import {
  type BacklogEntry,
  claimEntries,
  deleteEntries,
  dueEntries,
  nextBacklogAccounts,
  postponeEntry,
  updateEntryProgress,
} from './backlog-store.ts';
import { changesByKey } from './change-store.ts';
import { type ChangeMatches, findMatches, MATCH_RETRY_DELAY_MS, type MatchContext } from './match-changes.ts';
import type { PropertyChange } from './property-change.ts';
import { type AlertMatches, recordMatches } from './record-matches.ts';

export interface BacklogLimits {
  /** Accounts that share a transaction. */
  readonly accounts: number;
  /** Alerts whose events one transaction records. */
  readonly alerts: number;
}

/** A slice is recorded in less than a tenth of a second, and uses the event loop for 15 ms of it. */
const BACKLOG_LIMITS: BacklogLimits = { accounts: 20, alerts: 250 };
/** Maximum of small entries of one account at a time. */
const MAX_ENTRIES_PER_ACCOUNT = 50;

/** The last account served, in this process. Two workers at one account share its entries by claim. */
export interface BacklogTurn {
  account?: string | undefined;
}

export type BacklogContext = Omit<MatchContext, 'limits'> & { turn: BacklogTurn; backlog?: BacklogLimits };

/**
 * Records the next events of accounts that have more than their share: a slice of each in turn. Events, notifications
 * and the progress of the entry are one transaction. Returns how many entries it worked on.
 */
export async function matchBacklog(matching: BacklogContext): Promise<number> {
  const { db, clock, turn, book, backlog = BACKLOG_LIMITS } = matching;
  const accounts = await nextBacklogAccounts(db, turn.account, backlog.accounts);
  if (accounts.length === 0 && turn.account === undefined) return 0;
  turn.account = accounts.length < backlog.accounts ? undefined : accounts.at(-1);
  if (accounts.length === 0) return matchBacklog(matching);
  if (!book.isLoaded) await book.refresh(db);
  const due = await dueEntries(db, accounts, clock.now(), MAX_ENTRIES_PER_ACCOUNT);
  const entries = chooseEntries(due, accountShare(due, backlog));
  if (entries.length === 0) return 0;
  try {
    return await recordEntries(matching, entries);
  } catch (error) {
    return recordEach(matching, entries, error);
  }
}

/** How much each of the accounts may record. */
const accountShare = (due: readonly BacklogEntry[], { alerts }: BacklogLimits): number =>
  Math.ceil(alerts / Math.max(1, new Set(due.map(({ accountId }) => accountId)).size));

/** The oldest entries of each account, up to its share. */
function chooseEntries(due: readonly BacklogEntry[], share: number): BacklogEntry[] {
  const chosen = new Map<string, number>();
  return due.filter(({ accountId, alerts }) => {
    const before = chosen.get(accountId) ?? 0;
    chosen.set(accountId, before + alerts);
    return before < share;
  });
}

/** One of them fails: each is retried alone, so that the others do not wait for it. */
async function recordEach(
  matching: BacklogContext,
  entries: readonly BacklogEntry[],
  error: unknown,
): Promise<number> {
  const [only, ...others] = entries;
  if (only === undefined) return 0;
  if (others.length > 0) {
    let recorded = 0;
    for (const entry of entries)
      recorded += await recordEntries(matching, [entry]).catch((own) => recordEach(matching, [entry], own));
    return recorded;
  }
  // A worker of its region takes it.
  if (error instanceof RegionNotServedError) return 0;
  const { db, clock, log } = matching;
  await postponeEntry(db, only, new Date(clock.now().getTime() + MATCH_RETRY_DELAY_MS));
  const { accountId, propertyId, revisionId } = only;
  log.error(
    { event: 'alerts.backlog_failed', err: error, accountId, propertyId, revisionId },
    'events of an account could not be recorded; retried later',
  );
  return 1;
}

async function recordEntries(
  { db, clock, book, lineage, backlog = BACKLOG_LIMITS }: BacklogContext,
  chosen: readonly BacklogEntry[],
): Promise<number> {
  const above = await lineage();
  return db.transaction(async (tx) => {
    const entries = restoreOrder(chosen, await claimEntries(tx, chosen));
    if (entries.length === 0) return 0;
    // After the change was recorded, and so after every alert was saved that must match it.
    await book.refresh(db);
    const find = memoizeMatches(await readByRegion(tx, entries, changesByKey), book.index, above);
    const slices = sliceEntries(entries, accountShare(entries, backlog), find);
    await recordMatches(
      tx,
      clock,
      slices.flatMap(({ matches }) => matches),
    );
    await deleteEntries(
      tx,
      slices.filter(({ left }) => left === 0).map(({ entry }) => entry),
    );
    for (const { entry, left, last } of slices)
      if (left > 0) await updateEntryProgress(tx, { ...entry, alerts: left, lastAlertId: last });
    return entries.length;
  });
}

type ChangeKey = Pick<PropertyChange, 'propertyId' | 'revisionId'>;

const changeKey = ({ propertyId, revisionId }: ChangeKey): string => `${propertyId} ${revisionId}`;

/** The database returns them in any order. */
function restoreOrder(chosen: readonly BacklogEntry[], claimed: readonly BacklogEntry[]): BacklogEntry[] {
  const name = (entry: BacklogEntry): string => `${entry.accountId} ${changeKey(entry)}`;
  const byName = new Map(claimed.map((entry) => [name(entry), entry]));
  return chosen.flatMap((entry) => byName.get(name(entry)) ?? []);
}

/** Several accounts often wait for the same change: it is matched once. */
function memoizeMatches(changes: readonly PropertyChange[], index: AlertIndex, lineage: Lineage) {
  const byName = new Map(changes.map((change) => [changeKey(change), change]));
  const found = new Map<string, ChangeMatches>();
  return (key: ChangeKey): ChangeMatches | undefined => {
    const name = changeKey(key);
    const change = byName.get(name);
    if (change !== undefined && !found.has(name)) found.set(name, findMatches(change, index, lineage));
    return found.get(name);
  };
}

interface Slice {
  entry: BacklogEntry;
  matches: AlertMatches[];
  taken: number;
  left: number;
  last: string | null;
}

/** Gives each account its share, entry after entry. */
function sliceEntries(
  entries: readonly BacklogEntry[],
  share: number,
  find: (entry: BacklogEntry) => ChangeMatches | undefined,
): Slice[] {
  const used = new Map<string, number>();
  const slices: Slice[] = [];
  for (const entry of entries) {
    const before = used.get(entry.accountId) ?? 0;
    if (before >= share) continue;
    const slice = nextSlice(entry, find(entry), share - before);
    used.set(entry.accountId, before + slice.taken);
    slices.push(slice);
  }
  return slices;
}

/** The next alerts of the entry, by id. */
function nextSlice(entry: BacklogEntry, found: ChangeMatches | undefined, limit: number): Slice {
  if (found === undefined) return { entry, matches: [], taken: 0, left: 0, last: null };
  const { alertMatches, ...match } = found;
  const own = alertMatches.ofAccounts(new Set([entry.accountId]));
  const waiting = entry.lastAlertId === null ? own : own.after(entry.lastAlertId);
  const alerts = waiting.first(limit);
  return {
    entry,
    matches: [{ ...match, alerts }],
    taken: alerts.length,
    left: waiting.count - alerts.length,
    last: alerts.at(-1)?.alertId ?? entry.lastAlertId,
  };
}
