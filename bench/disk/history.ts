import type { PropertyResult } from '../../src/catalogue/document.ts';
import { type Database, sql } from '../../src/db/sql.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { newId } from '../../src/lib/ids.ts';
import { startProgress } from '../../src/lib/progress.ts';
import { encodeUtf8 } from '../../src/lib/utf8.ts';
import { parseStoredDocument } from '../../src/properties/packed-document.ts';
import { packUndo } from '../../src/properties/revision-undo.ts';

const BATCH_ROWS = 1_000;
/** Of the revisions before the last one, by their age. */
const FORMER_PRICES = [1.06, 1.03];
const REVISIONS = FORMER_PRICES.length + 1;
const DAYS_BETWEEN = 40;
const NO_ID = '00000000-0000-0000-0000-000000000000';

interface StoredProperty {
  readonly id: string;
  readonly packed: Buffer;
}

/** Rows of property_change as recording writes them: the creation and two price drops of each property. */
export async function writePriceDrops(db: Database, total: number): Promise<void> {
  const progress = startProgress('history written', { total, unit: 'properties' });
  for (let last = NO_ID; ; ) {
    const properties = await db.rows<StoredProperty>(sql`
      select property_id as id, packed from property where property_id > ${last}::uuid and packed is not null
      order by property_id limit ${BATCH_ROWS}`);
    const rows = properties.flatMap(({ packed }) => revisionsOf(parseStoredDocument(packed)));
    await db.rows(sql`
      insert into property_change (property_id, revision_id, occurred_at, recorded_at, listing_id, listing_events,
                                   match_due_at, revision_number, undo)
      select property_id, revision_id, moment, moment, listing_id, listing_events, null, revision_number,
             decode(undo, 'hex')
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (
        property_id uuid, revision_id uuid, moment timestamptz, listing_id uuid, listing_events json,
        revision_number integer, undo text)`);
    const end = properties.at(-1);
    if (end === undefined) break;
    await nameLastRevisions(db, rows);
    progress.advance(properties.length);
    last = end.id;
  }
  progress.finish();
}

/** A property has the id and the number of its last revision. */
const nameLastRevisions = (db: Database, rows: readonly Revision[]): Promise<unknown> =>
  db.rows(sql`
    update property set revision_id = given.revision_id, revision_number = given.revision_number
    from json_to_recordset(${JSON.stringify(rows.filter((row) => row.revision_number === REVISIONS))}::json)
      as given (property_id uuid, revision_id uuid, revision_number integer)
    where property.property_id = given.property_id`);

type Revision = ReturnType<typeof revisionsOf>[number];

function revisionsOf(current: PropertyResult) {
  const price = current.property.pricing?.displayed ?? 0;
  // Copies of a property have its moment; a time of its own for each, as the index of times would have.
  const changedAt =
    Date.parse(current.property.updatedAt) - (Number.parseInt(current.id.slice(0, 8), 16) % DAY_MS);
  const prices = [...FORMER_PRICES.map((share) => Math.round(price * share)), price];
  return prices.map((displayed, at) => {
    const former = prices[at - 1];
    const moment = new Date(changedAt - (REVISIONS - 1 - at) * DAYS_BETWEEN * DAY_MS);
    return {
      property_id: current.id,
      revision_id: newId(moment),
      moment,
      listing_id: current.listings[0]?.id,
      listing_events: former === undefined ? [['C']] : [['U', [former, displayed]]],
      revision_number: at + 1,
      undo:
        former === undefined
          ? undefined
          : packUndo(atPrice(current, former), atPrice(current, displayed)).toString('hex'),
    };
  });
}

const atPrice = (current: PropertyResult, displayed: number): Buffer =>
  encodeUtf8(
    JSON.stringify({
      ...current,
      property: { ...current.property, pricing: { ...current.property.pricing, displayed } },
    }),
  );
