import { selectPage } from '../db/select-page.ts';
import { type Db, firstRow, plainArray, sql, unnestRows } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';
import { truncateText } from '../lib/truncate-text.ts';

export const REJECTION_KINDS = ['INVALID', 'REFUSED'] as const;
export type RejectionKind = (typeof REJECTION_KINDS)[number];

/** A rejected record of a listing with a known URL. */
export interface NewRejection {
  readonly sourceId: string;
  readonly listingId: string;
  readonly url: string;
  readonly kind: RejectionKind;
  readonly reason: string;
  readonly observedAt: Date | undefined;
  /** As received. */
  readonly record: string | undefined;
}

export interface RejectedRecord extends Omit<NewRejection, 'sourceId' | 'observedAt' | 'record'> {
  readonly observedAt: Date | null;
  readonly record: string | null;
  readonly firstRejectedAt: Date;
  readonly rejectedAt: Date;
  readonly resolvedAt: Date | null;
}

/** Enough to diagnose a source. The report of the feed lists the others. */
export const MAX_RECORDS_PER_SOURCE = 1_000;
const MAX_STORED_RECORD_CHARS = 4_000;

/** Stores rejected records, one row per listing. A record rejected again only moves its date. */
export async function storeRejected(db: Db, rejections: readonly NewRejection[], now: Date): Promise<void> {
  if (rejections.length === 0) return;
  const rows = [...new Map(rejections.map((one) => [`${one.sourceId} ${one.listingId}`, one])).values()]
    .toSorted((one, other) => (one.listingId < other.listingId ? -1 : 1))
    .map(({ record, observedAt, ...one }) => ({
      ...one,
      observedAt: observedAt ?? null,
      record: record === undefined ? null : toStorableText(truncateText(record, MAX_STORED_RECORD_CHARS)),
    }));
  const full = await findFullSources(db, [...new Set(rows.map(({ sourceId }) => sourceId))]);
  await db.rows(sql`
    insert into rejected_record
      (source_id, listing_id, url, kind, reason, observed_at, record, first_rejected_at, rejected_at)
    select "sourceId", "listingId", url, kind, reason, "observedAt", record, ${now}, ${now}
    from ${unnestRows(rows, {
      sourceId: 'uuid',
      listingId: 'uuid',
      url: 'text',
      kind: 'text',
      reason: 'text',
      observedAt: 'timestamptz',
      record: 'text',
    })}
    where not exists (select from removed_listing where removed_listing.listing_id = "listingId")
      and ("sourceId" <> all (${full}::uuid[])
       or exists (select from rejected_record as own where own.source_id = "sourceId" and own.listing_id = "listingId"))
    on conflict (source_id, listing_id) do update set
      url = excluded.url, kind = excluded.kind, reason = excluded.reason, observed_at = excluded.observed_at,
      record = excluded.record, rejected_at = excluded.rejected_at, resolved_at = null`);
}

/** PostgreSQL text cannot hold NUL. */
const toStorableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** Sources at their limit, after deleting their resolved records. */
async function findFullSources(db: Db, sourceIds: readonly string[]): Promise<string[]> {
  const full = async (): Promise<string[]> => {
    const rows = await db.rows<{ sourceId: string }>(sql`
      select source_id as "sourceId" from rejected_record where source_id = any (${sourceIds}::uuid[])
      group by source_id having count(*) >= ${MAX_RECORDS_PER_SOURCE}`);
    return rows.map(({ sourceId }) => sourceId);
  };
  const found = await full();
  if (found.length === 0) return found;
  await db.rows(
    sql`delete from rejected_record where resolved_at is not null and source_id = any (${found}::uuid[])`,
  );
  return full();
}

/** A listing with an accepted record. */
export interface AcceptedListing {
  readonly sourceId: string;
  readonly listingId: string;
  /** When it was observed. */
  readonly at: Date;
}

/**
 * Resolves the rejected records of listings, unless they are newer than the accepted one. One dated in the future
 * counts as older.
 */
export async function resolveRejected(
  db: Db,
  accepted: readonly AcceptedListing[],
  now: Date,
): Promise<void> {
  if (accepted.length === 0) return;
  await db.rows(sql`
    update rejected_record set resolved_at = ${now}
    from unnest(${plainArray(accepted.map(({ sourceId }) => sourceId))}::uuid[],
      ${plainArray(accepted.map(({ listingId }) => listingId))}::uuid[], ${accepted.map(({ at }) => at)}::timestamptz[])
      as accepted (source_id, listing_id, at)
    where resolved_at is null and rejected_record.source_id = accepted.source_id
      and rejected_record.listing_id = accepted.listing_id
      and (observed_at is null or observed_at <= accepted.at or observed_at > ${now})`);
}

/** A page of the rejected records of a source: open ones first, newest first. */
export const loadRejectedRecords = (
  db: Db,
  sourceId: string,
  page: number,
): Promise<RowPage<RejectedRecord>> =>
  selectPage(
    db,
    sql`
    select listing_id as "listingId", url, kind, reason, observed_at as "observedAt", record,
           first_rejected_at as "firstRejectedAt", rejected_at as "rejectedAt", resolved_at as "resolvedAt"
    from rejected_record where source_id = ${sourceId}
    order by resolved_at is not null, rejected_at desc, listing_id`,
    page,
  );

/** Open rejected records by kind. */
export const countRejected = async (db: Db): Promise<Record<RejectionKind, number>> =>
  (await firstRow(
    db,
    sql`
    select count(*) filter (where kind = 'INVALID')::int as "INVALID",
           count(*) filter (where kind = 'REFUSED')::int as "REFUSED"
    from rejected_record where resolved_at is null`,
  )) ?? { INVALID: 0, REFUSED: 0 };

export async function purgeRejected(db: Db, before: Date): Promise<void> {
  await db.rows(sql`delete from rejected_record where rejected_at < ${before}`);
}
