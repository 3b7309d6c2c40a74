import type { Db } from '../db/sql.ts';
import { type DestinationRow, findDestinations } from '../delivery/destinations/destinations.ts';
import { findSigningKeyHint } from '../delivery/keys/signing-keys.ts';
import { selectFirstDaysStates } from './first-days-store.ts';
import type { AlertRow } from './store.ts';

/** Progress of reporting the properties that were on the market when the alert was saved or widened. */
export interface FirstDaysProgress {
  /** Null until they are counted. */
  remaining: number | null;
  until: Date;
}

/** An alert with data of other tables. */
export interface AlertView extends AlertRow {
  destination: DestinationRow | undefined;
  firstDays: FirstDaysProgress | undefined;
  signingKeyHint: string | undefined;
}

export async function viewAlerts(
  db: Db,
  accountId: string,
  alerts: readonly AlertRow[],
): Promise<AlertView[]> {
  const destinations = new Map(
    (
      await findDestinations(
        db,
        accountId,
        alerts.flatMap(({ destinationId }) => destinationId ?? []),
      )
    ).map((one) => [one.id, one]),
  );
  const progress = await firstDaysProgress(
    db,
    accountId,
    alerts.map(({ id }) => id),
  );
  const hint = await findSigningKeyHint(db, accountId);
  return alerts.map((alert) => ({
    ...alert,
    destination: alert.destinationId === null ? undefined : destinations.get(alert.destinationId),
    firstDays: progress.get(alert.id),
    signingKeyHint: hint,
  }));
}

export async function viewAlert(db: Db, alert: AlertRow): Promise<AlertView> {
  const [view] = await viewAlerts(db, alert.accountId, [alert]);
  if (view === undefined) throw new Error('one alert has one view');
  return view;
}

async function firstDaysProgress(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, FirstDaysProgress>> {
  const found = new Map<string, FirstDaysProgress>();
  for (const { id, isListed, until, remaining } of await selectFirstDaysStates(db, accountId, ids)) {
    if (until === null || (isListed && remaining === 0)) continue;
    found.set(id, { remaining: isListed ? remaining : null, until });
  }
  return found;
}
