import { isDeepStrictEqual } from 'node:util';
import type { Database, Db } from '../db/sql.ts';
import {
  type DestinationRow,
  ensureDestination,
  findDefaultDestination,
  findDestination,
  findDestinationByTarget,
  lockAccountDestinations,
  type NewTarget,
} from '../delivery/destinations/destinations.ts';
import type { DeliveryContext } from '../delivery/destinations/webhook-url.ts';
import { skipAlertNotifications } from '../delivery/notifications/skip.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { RowPage } from '../lib/page.ts';
import type { DeliveryPlan } from './delivery-plan.ts';
import type { AlertRule } from './derive-events.ts';
import { deleteDigestEntries } from './digest-store.ts';
import { firstDaysSpan } from './first-days.ts';
import { deleteFirstMatches } from './first-days-store.ts';
import {
  type AlertRow,
  type AlertTotals,
  alertById,
  alertsPage,
  deleteAlertRow,
  isKnownAlertId,
  putAlert,
  selectAlertForUpdate,
  selectAlertTotals,
} from './store.ts';

export type { AlertRow } from './store.ts';

export const MAX_ALERTS = 10_000;
/**
 * The criteria of all alerts of an account, as JSON. Every worker has all criteria in memory. 10,000 alerts of 500
 * bytes, the usual size, are 5 MB; one with a polygon of 10,000 positions is 230 KB.
 */
export const MAX_CRITERIA_BYTES_PER_ACCOUNT = 32 * 2 ** 20;

export interface AlertParts {
  db: Database;
  clock: Clock;
  delivery: DeliveryContext;
}

/** A checked URL, or an existing destination by id, URL or email. */
export type DestinationReference =
  | { webhookUrl: string }
  | { destinationId: string }
  | { sendsTo: NewTarget };

/** An absent member stays unchanged; null clears it. */
export interface AlertChange {
  name?: string;
  enabled?: boolean;
  criteria?: object | null;
  rules?: readonly AlertRule[];
  destination?: DestinationReference | null;
  delivery?: DeliveryPlan | null;
}

export type NewAlert = AlertChange & {
  name: string;
  rules: readonly AlertRule[];
  /** The id of a request that may be repeated: an alert with this id is created once, even if it is deleted since. */
  id?: string;
};

/** A change that refers to one version of the alert, and is refused for another. */
export type VersionedAlertChange = AlertChange & { decidedOver?: number };

export type AlertRefusal =
  | 'no-default'
  | 'no-destination'
  | 'unknown-destination'
  | 'too-many-destinations'
  | 'too-many-alerts'
  | 'too-much-criteria'
  | 'made-before'
  | 'changed-since';

export type SaveAlertResult = { alert: AlertRow; signingKey: string | undefined } | { refused: AlertRefusal };

class RefusedError extends Error {
  readonly refused: AlertRefusal;
  constructor(refused: AlertRefusal) {
    super(refused);
    this.refused = refused;
  }
}

/** A refusal rolls back what the transaction did before, such as a new destination. */
async function catchRefusal<Result>(saving: Promise<Result>): Promise<Result | { refused: AlertRefusal }> {
  try {
    return await saving;
  } catch (error) {
    if (error instanceof RefusedError) return { refused: error.refused };
    throw error;
  }
}

export function createAlert(
  { db, clock, delivery }: AlertParts,
  accountId: string,
  asked: NewAlert,
): Promise<SaveAlertResult> {
  const now = clock.now();
  const bare: AlertRow = {
    id: asked.id ?? newId(now),
    accountId,
    name: asked.name,
    enabled: asked.enabled ?? true,
    disabledReason: null,
    criteria: asked.criteria ?? null,
    rules: asked.rules,
    destinationId: null,
    delivery: asked.delivery ?? null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  return catchRefusal(
    db.transaction(async (tx) => {
      await lockAccountDestinations(tx, accountId);
      if (asked.id !== undefined && (await isKnownAlertId(tx, asked.id)))
        throw new RefusedError('made-before');
      const held = await selectAlertTotals(tx, bare);
      if (held.count >= MAX_ALERTS) throw new RefusedError('too-many-alerts');
      requireCriteriaQuota(held, bare.criteria);
      const { destination, signingKey } = await resolveDestination(
        tx,
        { clock, delivery },
        accountId,
        asked.destination,
      );
      const alert = { ...bare, destinationId: destination?.id ?? null };
      await requireDestination(tx, alert);
      await putAlert(tx, alert, reportsFirstMatches(alert) ? firstDaysSpan(now) : null);
      return { alert, signingKey };
    }),
  );
}

/** Undefined when the alert does not exist. */
export function updateAlert(
  { db, clock, delivery }: AlertParts,
  accountId: string,
  id: string,
  change: VersionedAlertChange,
): Promise<SaveAlertResult | undefined> {
  return catchRefusal(
    db.transaction(async (tx) => {
      await lockAccountDestinations(tx, accountId);
      const held = change.criteria ? await selectAlertTotals(tx, { accountId, id }) : undefined;
      const before = await selectAlertForUpdate(tx, accountId, id);
      if (before === undefined) return undefined;
      if (change.decidedOver !== undefined && change.decidedOver !== before.version)
        throw new RefusedError('changed-since');
      if (held !== undefined) requireCriteriaQuota(held, change.criteria ?? null);
      if (change.destination === null && (await findDefaultDestination(tx, accountId)) === undefined)
        throw new RefusedError('no-default');
      const { destination, signingKey } = await resolveDestination(
        tx,
        { clock, delivery },
        accountId,
        change.destination,
      );
      const after: AlertRow = {
        ...before,
        name: change.name ?? before.name,
        enabled: change.enabled ?? before.enabled,
        disabledReason: change.enabled === undefined ? before.disabledReason : null,
        criteria: change.criteria === undefined ? before.criteria : change.criteria,
        rules: change.rules ?? before.rules,
        destinationId: change.destination === undefined ? before.destinationId : (destination?.id ?? null),
        delivery: change.delivery === undefined ? before.delivery : change.delivery,
      };
      await requireDestination(tx, after);
      const alert = await storeChange(tx, before, after, clock.now());
      return { alert, signingKey };
    }),
  );
}

/** An account above the limit may still make its criteria smaller. */
function requireCriteriaQuota({ otherBytes, ownBytes }: AlertTotals, criteria: object | null): void {
  const bytes = criteria === null ? 0 : Buffer.byteLength(JSON.stringify(criteria));
  if (bytes > ownBytes && otherBytes + bytes > MAX_CRITERIA_BYTES_PER_ACCOUNT)
    throw new RefusedError('too-much-criteria');
}

async function storeChange(tx: Db, before: AlertRow, after: AlertRow, now: Date): Promise<AlertRow> {
  if (isDeepStrictEqual(before, after)) return before;
  const alert = { ...after, version: before.version + 1, updatedAt: now };
  const isWider = mayBeWider(before, alert);
  if (!alert.enabled || isWider) await deleteFirstMatches(tx, alert.accountId, [alert.id]);
  if (before.enabled && !alert.enabled) {
    const skipping = { accountId: alert.accountId, ids: [alert.id], reason: 'the alert was disabled' };
    await skipAlertNotifications(tx, skipping, now);
    await deleteDigestEntries(tx, alert.accountId, [alert.id]);
  }
  await putAlert(tx, alert, isWider && reportsFirstMatches(alert) ? firstDaysSpan(now) : null);
  return alert;
}

const reportsFirstMatches = ({ enabled, rules }: AlertRow): boolean =>
  enabled && rules.some(({ eventType }) => eventType === 'NEW_MATCH');

/** Changed criteria may be wider in part, so they count as wider; what was reported once is not reported again. */
const mayBeWider = (before: AlertRow, after: AlertRow): boolean =>
  !isDeepStrictEqual(before.criteria, after.criteria) ||
  (reportsFirstMatches(after) && !reportsFirstMatches(before));

export async function removeAlert(
  { db, clock }: AlertParts,
  accountId: string,
  id: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await deleteAlertRow(tx, accountId, id))) return false;
    await deleteFirstMatches(tx, accountId, [id]);
    await deleteDigestEntries(tx, accountId, [id]);
    await skipAlertNotifications(tx, { accountId, ids: [id], reason: 'the alert was deleted' }, clock.now());
    return true;
  });
}

export const listAlerts = (db: Db, accountId: string, page: number): Promise<RowPage<AlertRow>> =>
  alertsPage(db, accountId, page);

export const findAlert = (db: Db, accountId: string, id: string): Promise<AlertRow | undefined> =>
  alertById(db, accountId, id);

interface ResolvedDestination {
  destination?: DestinationRow;
  signingKey?: string | undefined;
}

async function resolveDestination(
  tx: Db,
  { clock, delivery }: Pick<AlertParts, 'clock' | 'delivery'>,
  accountId: string,
  asked: DestinationReference | null | undefined,
): Promise<ResolvedDestination> {
  if (asked === undefined || asked === null) return {};
  if (!('webhookUrl' in asked)) {
    const destination = await ('destinationId' in asked
      ? findDestination(tx, accountId, asked.destinationId)
      : findDestinationByTarget(tx, accountId, asked.sendsTo));
    if (destination === undefined) throw new RefusedError('unknown-destination');
    return { destination };
  }
  const target = { url: asked.webhookUrl, email: null, isDefault: false };
  const added = await ensureDestination(tx, { clock, keyring: delivery.keyring }, accountId, target);
  if (added.outcome === 'too-many') throw new RefusedError('too-many-destinations');
  // Alerts create webhooks only, which need no confirmation.
  if (added.outcome === 'too-many-mails') throw new Error('a webhook asked for a confirmation mail');
  return {
    destination: added.destination,
    signingKey: added.signingKey,
  };
}

/** An enabled alert has a destination. */
async function requireDestination(tx: Db, { accountId, enabled, destinationId }: AlertRow): Promise<void> {
  if (!enabled) return;
  if (destinationId !== null && (await findDestination(tx, accountId, destinationId)) !== undefined) return;
  if ((await findDefaultDestination(tx, accountId)) === undefined) throw new RefusedError('no-destination');
}
