import { type Db, sql } from '../db/sql.ts';
import { FEATURE_VERSION, type ListingFeature } from './feature.ts';
import type { BlockingKey } from './keys.ts';
import type { Member, Overrule } from './neighbourhood.ts';
import { SAME_PHOTO_BITS } from './photos.ts';
import { MOST_POSTINGS } from './postings.ts';
import type { Edge, IdentityRecord, IdentityStore } from './resolve.ts';
import { sameKeys } from './same-keys.ts';
import { ATTACH } from './thresholds.ts';

interface MemberRow {
  feature: ListingFeature;
  propertyId: string;
  posted: boolean;
  since: Date;
  bornAt: Date;
  former: string[];
  overrules: Member['overrules'];
  linked: string[];
}

/** Identity in the database, within the caller's transaction. */
export class SqlIdentityStore implements IdentityStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Listings of one zone are placed one after another. Taken in order; a deadlock over a wrongly stated place is run again. */
  async lock(zones: readonly string[]): Promise<void> {
    await this.#db.rows(sql`
      select pg_advisory_xact_lock(hashtextextended('identity ' || zone, 0))
      from (select unnest(${[...new Set(zones)].sort()}::text[]) as zone order by 1) as wanted`);
  }

  async candidates(listingId: string, keys: readonly BlockingKey[]): Promise<ListingFeature[]> {
    // The window counts what the limit lets through: a key with more postings is left out, at the cost of reading that many.
    const rows = await this.#db.rows<{ feature: ListingFeature }>(sql`
      with probe as materialized (
        select distinct key, photo from unnest(${keys.map(({ key }) => key)}::bigint[], ${keys.map(photoColumn)}::bigint[]) as probe (key, photo)
      ), found as materialized (
        select distinct posted.listing_id
        from probe cross join lateral (
          select listing_id, photo, count(*) over () as postings
          from (select listing_id, photo from listing_key where key = probe.key limit ${MOST_POSTINGS + 1}) as first
        ) as posted
        where posted.postings <= ${MOST_POSTINGS} and posted.listing_id <> ${listingId}
          and bit_count((posted.photo # probe.photo)::bit(64)) <= ${SAME_PHOTO_BITS}
      )
      select feature from found join listing_feature using (listing_id)`);
    return rows.map(({ feature }) => feature);
  }

  /** Round by round, so that it also runs where the tables are spread; one or two rounds are the rule. */
  async together(listingIds: readonly string[], most: number): Promise<Member[]> {
    const found = new Map<string, MemberRow>();
    let wanted = [...listingIds];
    while (wanted.length > 0 && found.size < most) {
      const rows = await this.#membersWith(wanted);
      for (const row of rows) found.set(row.feature.listingId, row);
      wanted = [...new Set(rows.flatMap(({ linked }) => linked))].filter((id) => !found.has(id));
    }
    return [...found.values()].slice(0, most).map(({ linked: _, ...member }) => member);
  }

  #membersWith(listingIds: readonly string[]): Promise<MemberRow[]> {
    return this.#db.rows<MemberRow>(sql`
      select feature, property_id as "propertyId", keyed as posted, joined_at as since, property_born_at as "bornAt",
             array(select past.property_id::text from listing_property_history as past
                   where past.listing_id = member.listing_id and past.property_id <> member.property_id
                   order by past.joined_at desc) as former,
             (select coalesce(json_agg(json_build_object('other', said.other_id, 'together', said.together)), '[]')
              from listing_overrule as said where said.listing_id = member.listing_id) as overrules,
             array(select edge.other_id::text from listing_edge as edge
                   where edge.listing_id = member.listing_id and edge.score >= ${ATTACH}
                   union select said.other_id::text from listing_overrule as said
                   where said.listing_id = member.listing_id and said.together) as linked
      from listing_feature as member
      where member.property_id in (select property_id from listing_feature where listing_id = any (${listingIds}::uuid[]))`);
  }

  async taken(propertyIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.#db.rows<{ id: string }>(sql`
      select distinct property_id::text as id from listing_feature where property_id = any (${propertyIds}::uuid[])`);
    return new Set(rows.map(({ id }) => id));
  }

  async overrule({ one, other, together }: Overrule, now: Date): Promise<void> {
    await this.#db.rows(sql`
      insert into listing_overrule (listing_id, other_id, together, said_at)
      values (${one}, ${other}, ${together}, ${now}), (${other}, ${one}, ${together}, ${now})
      on conflict (listing_id, other_id) do update set together = excluded.together, said_at = excluded.said_at`);
  }

  async feature(listingId: string): Promise<ListingFeature | undefined> {
    const [row] = await this.#db.rows<{ feature: ListingFeature }>(
      sql`select feature from listing_feature where listing_id = ${listingId}`,
    );
    return row?.feature;
  }

  async write(record: IdentityRecord): Promise<void> {
    const { feature, before, keys, edges, decision } = record;
    if (before !== undefined) await this.#forget(record);
    await this.#putFeature(record);
    if (!before?.posted || !sameKeys(before.feature, feature)) await this.#addKeys(feature.listingId, keys);
    if (edges.length > 0) await this.#addEdges(feature.listingId, edges, decision.evidence.model);
    const others = decision.moves.filter(
      ({ listingId, from }) => listingId !== feature.listingId && from !== undefined,
    );
    if (others.length > 0) await this.#move(record, others);
  }

  /** The keys of the former feature are computed again rather than kept in an index of their own. */
  async #forget({ feature, before, formerKeys }: IdentityRecord): Promise<void> {
    const id = feature.listingId;
    if (before !== undefined && !sameKeys(before.feature, feature)) {
      await this.#db.rows(sql`
        delete from listing_key where key = any (${formerKeys.map(({ key }) => key)}::bigint[]) and listing_id = ${id}`);
    }
    await this.#db.rows(sql`
      with own as (delete from listing_edge where listing_id = ${id} returning other_id)
      delete from listing_edge using own where listing_edge.listing_id = own.other_id and listing_edge.other_id = ${id}`);
  }

  async #putFeature({ feature, before, decision, retryAt, now }: IdentityRecord): Promise<void> {
    const moved = decision.moves.find(({ listingId }) => listingId === feature.listingId);
    const [propertyId, bornAt, since] =
      moved === undefined
        ? [before?.propertyId, before?.bornAt, before?.since]
        : [moved.to, moved.bornAt, now];
    await this.#db.rows(sql`
      with place as (
        insert into listing_property_history (listing_id, joined_at, property_id, decision, evidence)
        select ${feature.listingId}, ${now}, ${propertyId}, ${decision.kind}, ${JSON.stringify(decision.evidence)}::json
        where ${moved !== undefined}
        on conflict do nothing
      )
      insert into listing_feature (listing_id, property_id, property_born_at, joined_at, feature, feature_version,
                                   transaction_type, zone, expired_at, retry_at)
      values (${feature.listingId}, ${propertyId}, ${bornAt}, ${since}, ${JSON.stringify(feature)}::json, ${FEATURE_VERSION},
              ${feature.transaction}, ${feature.zone}, ${feature.to === undefined ? null : new Date(feature.to)}, ${retryAt})
      on conflict (listing_id) do update set
        property_id = excluded.property_id, property_born_at = excluded.property_born_at, joined_at = excluded.joined_at,
        feature = excluded.feature, feature_version = excluded.feature_version, transaction_type = excluded.transaction_type,
        zone = excluded.zone, expired_at = excluded.expired_at, keyed = true, retry_at = excluded.retry_at`);
  }

  async #addKeys(listingId: string, keys: readonly BlockingKey[]): Promise<void> {
    await this.#db.rows(sql`
      insert into listing_key (key, listing_id, photo)
      select key, ${listingId}, photo from unnest(${keys.map(({ key }) => key)}::bigint[], ${keys.map(photoColumn)}::bigint[]) as posted (key, photo)
      order by key on conflict do nothing`);
  }

  async #addEdges(listingId: string, edges: readonly Edge[], model: string): Promise<void> {
    await this.#db.rows(sql`
      insert into listing_edge (listing_id, other_id, score, levels, model)
      select side.one, side.other, edge.score, edge.levels, ${model}
      from unnest(${edges.map(({ other }) => other)}::uuid[], ${edges.map(({ evidence }) => evidence.score)}::real[],
                  ${edges.map(({ evidence }) => JSON.stringify(evidence.levels))}::json[]) as edge (other, score, levels)
      cross join lateral (values (${listingId}::uuid, edge.other), (edge.other, ${listingId}::uuid)) as side (one, other)
      on conflict (listing_id, other_id) do update set score = excluded.score, levels = excluded.levels, model = excluded.model`);
  }

  async #move(
    { feature, decision, now }: IdentityRecord,
    moves: IdentityRecord['decision']['moves'],
  ): Promise<void> {
    const evidence = JSON.stringify({ ...decision.evidence, broughtBy: feature.listingId });
    await this.#db.rows(sql`
      with moved as (
        select * from unnest(${moves.map(({ listingId }) => listingId)}::uuid[], ${moves.map(({ to }) => to)}::uuid[],
                             ${moves.map(({ bornAt }) => bornAt)}::timestamptz[]) as moved (listing_id, property_id, born_at)
      ), place as (
        insert into listing_property_history (listing_id, joined_at, property_id, decision, evidence)
        select listing_id, ${now}, property_id, ${decision.kind}, ${evidence}::json from moved on conflict do nothing
      )
      update listing_feature set property_id = moved.property_id, property_born_at = moved.born_at, joined_at = ${now}
      from moved where listing_feature.listing_id = moved.listing_id`);
  }
}

/** A signed 64-bit column holds the two unsigned halves of a hash. */
const photoColumn = ({ photo }: BlockingKey): string =>
  photo === undefined ? '0' : BigInt.asIntN(64, (BigInt(photo[0]) << 32n) | BigInt(photo[1])).toString();
