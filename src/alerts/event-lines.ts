import type { ChangeEntry, PropertyResult } from '../catalogue/document.ts';
import { type HomeSummary, summarizeHome } from '../catalogue/home-summary.ts';
import type { Db } from '../db/sql.ts';
import type { NotificationFilter } from '../delivery/notifications/store.ts';
import type { RowPage } from '../lib/page.ts';
import { findSerializedProperties } from '../properties/lookup.ts';
import {
  deliveryLineById,
  deliveryLinesPage,
  type EventLineRow,
  eventLinesPage,
} from './event-lines-store.ts';

/** Values of one attribute before and after; null where they are no numbers. */
export interface LineChange {
  attribute: string;
  before: number | null;
  after: number | null;
}

export interface EventLine extends EventLineRow {
  /** Null for a test, and when the property is gone. */
  /** As it is today. */
  home: HomeSummary | null;
  /** What the revision of the event changed. */
  changes: LineChange[];
}

export const listDeliveryLines = async (
  db: Db,
  choice: NotificationFilter,
  page: number,
): Promise<RowPage<EventLine>> => addHomes(db, await deliveryLinesPage(db, choice, page));

export async function findDeliveryLine(
  db: Db,
  accountId: string,
  id: string,
): Promise<EventLine | undefined> {
  const row = await deliveryLineById(db, accountId, id);
  return row && (await addHomes(db, { rows: [row], total: 1 })).rows[0];
}

export const listEventLines = async (
  db: Db,
  alert: { accountId: string; alertId: string },
  page: number,
): Promise<RowPage<EventLine>> => addHomes(db, await eventLinesPage(db, alert, page));

async function addHomes(db: Db, { rows, total }: RowPage<EventLineRow>): Promise<RowPage<EventLine>> {
  const ids = new Set(rows.flatMap(({ propertyId }) => propertyId ?? []));
  const written = await findSerializedProperties(db, [...ids]);
  const lines = rows.map((row): EventLine => {
    const document = row.propertyId === null ? undefined : written.get(row.propertyId);
    if (document === undefined) return { ...row, home: null, changes: priceOf(row) };
    const result = JSON.parse(document) as PropertyResult;
    const changes = result.property.changes.filter((change) => isAbout(row, change)).map(toLine);
    return { ...row, home: summarizeHome(result), changes: changes.length > 0 ? changes : priceOf(row) };
  });
  return { rows: lines, total };
}

/** A new match is not about what its revision changed, a change of price not about the rooms of the same revision. */
function isAbout({ eventType, revisionId }: EventLineRow, change: ChangeEntry): boolean {
  if (change.revisionId !== revisionId) return false;
  const isPrice = change.attribute.endsWith('PRICE');
  return eventType === 'PRICE_CHANGE' ? isPrice : eventType === 'OTHER_CHANGE' && !isPrice;
}

const toLine = ({ attribute, numericOld, numericNew }: ChangeEntry): LineChange => ({
  attribute,
  before: numericOld ?? null,
  after: numericNew ?? null,
});

/** The property lists its last changes only; the price of a notification is stored with it. */
const priceOf = ({ price }: EventLineRow): LineChange[] =>
  price === null ? [] : [{ attribute: 'DISPLAYED_PRICE', before: price.old, after: price.new }];
