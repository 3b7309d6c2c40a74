import type { ConsolidatedProperty, PropertyResult } from '../catalogue/document.ts';
import { type Db, fixedSql, type Sql, sql } from '../db/sql.ts';
import { packDocument, storedDocument, unpackDocument } from './packed-document.ts';
import { applyUndo, isWholeDocument, MAX_UNDO_STEPS } from './revision-undo.ts';

/** The columns from which the documents of a revision are read. */
export interface StoredRevision {
  readonly propertyId: string;
  readonly revisionId: string;
  readonly revisionNumber: number;
  readonly mergedInto: string | null;
  /** Where it is not the document of the revision before: of an older release. */
  readonly storedBefore: string | null;
  /** Of another property that customers knew the home by: see `packFormer`. */
  readonly packedBefore: Buffer | null;
  /** Where it is not the document before the next revision, nor the current one. */
  readonly storedAfter: string | null;
  /** The same, packed. */
  readonly packedAfter: Buffer | null;
  readonly undo: Buffer | null;
  /** The stored document of the property, of its last revision alone. */
  readonly current: Buffer | null;
}

export const revisionColumns: Sql = sql`
  property_id as "propertyId", revision_id as "revisionId", revision_number as "revisionNumber", merged_into as "mergedInto",
  before::text as "storedBefore", packed_before as "packedBefore", after::text as "storedAfter", packed_after as "packedAfter", undo,
  case when after is null and packed_after is null and merged_into is null then (
    select ${storedDocument} from property
    where property.property_id = property_change.property_id and property.revision_id = property_change.revision_id) end as current`;

/** Serialized; null where there was no property. */
export interface RevisionDocuments {
  readonly before: string | null;
  readonly after: string | null;
}

const ID_BYTES = 16;

/** The id of a document, which statements read, and the document. */
export const packFormer = (document: PropertyResult): Buffer =>
  Buffer.concat([
    Buffer.from(document.id.replaceAll('-', ''), 'hex'),
    packDocument(JSON.stringify(document)),
  ]);
const unpackFormer = (stored: Buffer): string => unpackDocument(stored.subarray(ID_BYTES));

/** The property that the document before a revision is of, from the columns of its row. */
export const formerId = (row: string): string => `
  coalesce(${row}.before ->> 'id', encode(substr(${row}.packed_before, 1, ${ID_BYTES}), 'hex')::uuid::text,
           case when ${row}.undo is not null then ${row}.property_id::text end)`;

type RevisionKey = Pick<StoredRevision, 'propertyId' | 'revisionId'>;

/** The condition on `property_change` that a row is one of these. */
export const isRevisionOf = (keys: readonly RevisionKey[]): Sql => sql`
  (property_id, revision_id) in (
    select * from unnest(${keys.map(({ propertyId }) => propertyId)}::uuid[], ${keys.map(({ revisionId }) => revisionId)}::uuid[]))`;

/** The documents of revisions by revision id. One that was removed meanwhile is missing. */
export async function loadRevisionDocuments(
  db: Db,
  rows: readonly StoredRevision[],
): Promise<Map<string, RevisionDocuments>> {
  const found = new Map<string, RevisionDocuments>();
  const outdated: StoredRevision[] = [];
  for (const row of rows) {
    const after = readAfter(row);
    if (after === undefined && row.mergedInto === null) outdated.push(row);
    else found.set(row.revisionId, readDocuments(row, after));
  }
  if (outdated.length === 0) return found;
  const later = Map.groupBy(await selectLaterRevisions(db, outdated), ({ propertyId }) => propertyId);
  for (const row of outdated) {
    const documents = undoTo(row, later.get(row.propertyId) ?? []);
    if (documents !== undefined) found.set(row.revisionId, documents);
  }
  return found;
}

/** A document of a revision that is not the last of its property follows from the revisions after it. */
function selectLaterRevisions(db: Db, rows: readonly StoredRevision[]): Promise<StoredRevision[]> {
  const numbers = new Map<string, { first: number; last: number }>();
  for (const { propertyId, revisionNumber } of rows) {
    const { first, last } = numbers.get(propertyId) ?? { first: revisionNumber, last: revisionNumber };
    numbers.set(propertyId, {
      first: Math.min(first, revisionNumber),
      last: Math.max(last, revisionNumber + MAX_UNDO_STEPS),
    });
  }
  const spans = [...numbers.values()];
  return db.rows(
    fixedSql(sql`
    select ${revisionColumns}
    from unnest(${[...numbers.keys()]}::uuid[], ${spans.map(({ first }) => first)}::integer[],
                ${spans.map(({ last }) => last)}::integer[]) as wanted (id, first, last)
    join property_change on property_id = wanted.id and revision_number between wanted.first and wanted.last
    order by property_id, revision_number`),
  );
}

/** Undoes the revisions from the latest one to the one asked for. */
function undoTo(
  { revisionId }: StoredRevision,
  revisions: readonly StoredRevision[],
): RevisionDocuments | undefined {
  let after: string | undefined;
  for (const row of revisions.toReversed()) {
    after = readAfter(row) ?? (row.mergedInto === null ? after : undefined);
    if (row.revisionId !== revisionId) after = readPrevious(row, after);
    else if (after === undefined && row.mergedInto === null)
      throw new Error(`revision ${revisionId} has no document`);
    else return readDocuments(row, after);
  }
  return undefined;
}

/** The document after the revision, where this row or the property has it. */
function readAfter({ storedAfter, packedAfter, current }: StoredRevision): string | undefined {
  const packed = packedAfter ?? current;
  return storedAfter ?? (packed === null ? undefined : unpackDocument(packed));
}

function readDocuments(row: StoredRevision, after: string | undefined): RevisionDocuments {
  const { storedBefore, packedBefore } = row;
  return {
    after: after ?? null,
    /** Read where it is asked for: analytics do not, and of what they read it was a fifth. */
    get before() {
      if (storedBefore !== null) return storedBefore;
      return (packedBefore === null ? readPrevious(row, after) : unpackFormer(packedBefore)) ?? null;
    },
  };
}

/** The document of the same property before the revision. */
const readPrevious = ({ undo }: StoredRevision, after: string | undefined): string | undefined =>
  undo !== null && (after !== undefined || isWholeDocument(undo)) ? applyUndo(undo, after) : undefined;

type ValuationMember = NonNullable<ConsolidatedProperty['valuation']>;

/** An estimate as it is given for recording; the deviation follows from the price shown. */
export type PropertyEstimate = Required<Omit<ValuationMember, 'deviationPercent'>>;

/** In per cent of the estimate, with one decimal: finer differences are noise. */
export const deviationPercent = (price: number, value: number): number =>
  Math.round((price / value - 1) * 1_000) / 10;

/** The document with its estimate: the one given, else the one it had. The deviation follows every price change. */
export function withValuation(
  result: PropertyResult,
  {
    previous,
    estimate,
  }: { previous: PropertyResult | undefined; estimate?: PropertyEstimate | null | undefined },
): PropertyResult {
  const kept = estimate === undefined ? previous?.property.valuation : (estimate ?? undefined);
  if (kept?.value === undefined) return result;
  const { deviationPercent: _, ...own } = kept as ValuationMember;
  const price = result.property.pricing?.displayed;
  const deviation = price === undefined ? {} : { deviationPercent: deviationPercent(price, kept.value) };
  return { ...result, property: { ...result.property, valuation: { ...own, ...deviation } } };
}
