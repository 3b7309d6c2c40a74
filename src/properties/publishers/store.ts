import { type Db, firstRow, sql } from '../../db/sql.ts';
import type { StatedPublisher } from './identity.ts';

/** An advertiser independent of the property. Unknown members are absent. */
export type StoredPublisher = Pick<
  StatedPublisher,
  'publisherType' | 'agencyName' | 'professionalCardNumber' | 'website'
> & { id: string };

export async function selectKnownPublishers(db: Db, identities: readonly string[]): Promise<KnownIdentity[]> {
  return db.rows(sql`
    select identity, publisher_id as "publisherId", professional_card_number as "professionalCardNumber",
           array_remove(array[
             case when publisher_type is null then 'publisherType' end, case when agency_name is null then 'agencyName' end,
             case when professional_card_number is null then 'professionalCardNumber' end,
             case when website is null then 'website' end], null) as unknown
    from publisher_identity join publisher using (publisher_id)
    where identity = any (${identities}::text[])`);
}

export interface KnownIdentity {
  identity: string;
  publisherId: string;
  professionalCardNumber: string | null;
  /** Members of a publisher that are not known yet. */
  unknown: string[];
}

/**
 * Known members are not changed; missing ones are filled in. Written in a fixed order, so that two recordings
 * never deadlock.
 */
export async function upsertPublishers(
  db: Db,
  publishers: readonly StoredPublisher[],
  identities: readonly { identity: string; publisherId: string }[],
  now: Date,
): Promise<void> {
  const sorted = publishers.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await db.rows(sql`
    insert into publisher (publisher_id, publisher_type, agency_name, professional_card_number, website, created_at)
    select id, "publisherType", "agencyName", "professionalCardNumber", website, ${now}
    from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb) as stated (
      id uuid, "publisherType" text, "agencyName" text, "professionalCardNumber" text, website text)
    on conflict (publisher_id) do update set
      publisher_type = coalesce(publisher.publisher_type, excluded.publisher_type),
      agency_name = coalesce(publisher.agency_name, excluded.agency_name),
      professional_card_number = coalesce(publisher.professional_card_number, excluded.professional_card_number),
      website = coalesce(publisher.website, excluded.website)
    where (publisher.publisher_type is null and excluded.publisher_type is not null)
       or (publisher.agency_name is null and excluded.agency_name is not null)
       or (publisher.professional_card_number is null and excluded.professional_card_number is not null)
       or (publisher.website is null and excluded.website is not null)`);
  if (identities.length === 0) return;
  const learnt = identities.toSorted((one, other) => (one.identity < other.identity ? -1 : 1));
  await db.rows(sql`
    insert into publisher_identity (identity, publisher_id)
    select * from unnest(${learnt.map((one) => one.identity)}::text[], ${learnt.map((one) => one.publisherId)}::uuid[])
    on conflict (identity) do nothing`);
}

export const selectPublisher = async (db: Db, id: string): Promise<StoredPublisher | undefined> => {
  const row = await firstRow<Record<string, unknown>>(
    db,
    sql`
    select publisher_id as id, publisher_type as "publisherType", agency_name as "agencyName",
           professional_card_number as "professionalCardNumber", website
    from publisher where publisher_id = ${id}`,
  );
  return (
    row && (Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as StoredPublisher)
  );
};
