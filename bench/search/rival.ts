import { type Database, type Sql, sql } from '../../src/db/sql.ts';
import { selectSerializedDocuments } from '../../src/properties/store.ts';
import type { BenchQuery } from './questions.ts';

const READ_ROWS = 2_000;

/** The naive rival: documents in one jsonb column with a GIN index, queried by paths. Unlogged: it loads faster. */
export async function prepareRival(db: Database): Promise<void> {
  const statements = [
    'create unlogged table rival (property_id uuid primary key, document jsonb not null)',
    'create index rival_document on rival using gin (document jsonb_path_ops)',
    'vacuum (analyze) rival',
  ];
  const [create, ...others] = statements.map((text) => ({ text, values: [] }));
  if (create !== undefined) await db.rows(create);
  const ids = await db.rows<{ id: string }>(sql`select property_id as id from property`);
  for (let at = 0; at < ids.length; at += READ_ROWS) {
    const page = ids.slice(at, at + READ_ROWS).map(({ id }) => id);
    const written = (await selectSerializedDocuments(db, page)).map((one) => one.written);
    await db.rows(sql`
      insert into rival select (document ->> 'id')::uuid, document from unnest(${written}::jsonb[]) as document`);
  }
  for (const statement of others) await db.rows(statement);
}

interface RivalCriteria {
  property?: {
    locations?: { in?: { uniqueCodes?: string[]; centerPoint?: Record<string, number> } };
    type?: { in: string[] };
    transaction?: { type: string };
    pricing?: { displayed: { lte: number; orMissing?: boolean } };
    areas?: { displayed: { gte: number; orMissing?: boolean } };
    unit?: { rooms?: { gte: number; orMissing?: boolean }; features?: { in?: string[]; nin?: string[] } };
    body?: { description: { in: string[] } };
  };
  publisher?: { type: { in: string[] } };
  dates?: { updatedAt: { from: string } };
  and?: RivalCriteria[];
  or?: RivalCriteria[];
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const holds = (document: object): string => `document @> ${text(JSON.stringify(document))}`;
const any = (conditions: readonly string[]): string => `(${conditions.join(' or ')})`;
const figure = (path: string): string => `(document #>> '{${path}}')::float8`;
const bound = (path: string, comparison: string, orMissing = false): string =>
  orMissing ? `coalesce(${figure(path)} ${comparison}, true)` : `${figure(path)} ${comparison}`;

/** The same query as its author would write it: containment where possible, casts where necessary. */
function condition({ property = {}, publisher, dates, and, or }: RivalCriteria): string {
  const { locations, type, transaction, pricing, areas, unit, body } = property;
  const codes = locations?.in?.uniqueCodes ?? [];
  const centre = locations?.in?.centerPoint;
  const point = `array[${figure('property,location,geometry,coordinates,0')}, ${figure('property,location,geometry,coordinates,1')}]`;
  const parts = [
    ...(codes.length > 0 ? [any(codes.map(inPlace))] : []),
    ...(centre ? [distance(point, centre)] : []),
    ...(type ? [any(type.in.map((propertyType) => holds({ property: { propertyType } })))] : []),
    ...(transaction ? [holds({ property: { transaction: { type: transaction.type } } })] : []),
    ...(pricing
      ? [bound('property,pricing,displayed', `<= ${pricing.displayed.lte}`, pricing.displayed.orMissing)]
      : []),
    ...(areas
      ? [bound('property,area,displayed', `>= ${areas.displayed.gte}`, areas.displayed.orMissing)]
      : []),
    ...(unit?.rooms ? [bound('property,unit,rooms', `>= ${unit.rooms.gte}`, unit.rooms.orMissing)] : []),
    ...(unit?.features?.in ?? []).map((name) =>
      holds({ property: { unit: { [name.toLowerCase()]: true } } }),
    ),
    ...(unit?.features?.nin ?? []).map(
      (name) => `not ${holds({ property: { unit: { [name.toLowerCase()]: true } } })}`,
    ),
    ...(body
      ? body.description.in.map(
          (phrase) => `document #>> '{property,body,description}' ilike ${text(`%${phrase}%`)}`,
        )
      : []),
    ...(publisher
      ? [any(publisher.type.in.map((publisherType) => holds({ publishers: [{ publisherType }] })))]
      : []),
    ...(dates ? [`(document #>> '{property,updatedAt}')::timestamptz >= ${text(dates.updatedAt.from)}`] : []),
    ...(and ? and.map(condition) : []),
    ...(or ? [any(or.map((one) => `(${condition(one)})`))] : []),
  ];
  return parts.length === 0 ? 'true' : parts.join(' and ');
}

/** Documents name the city and the district; a department is the prefix of their codes. */
const inPlace = (code: string): string =>
  code.length < 4
    ? `document #>> '{property,location,city,uniqueCode}' like ${text(`${code}%`)}`
    : any([
        holds({ property: { location: { city: { uniqueCode: code } } } }),
        holds({ property: { location: { district: { uniqueCode: code } } } }),
      ]);

function distance(
  point: string,
  { longitude = 0, latitude = 0, radiusKm = 0 }: Record<string, number>,
): string {
  const [east, north] = [111.2 * Math.cos((latitude * Math.PI) / 180), 111.2];
  return `sqrt(power(((${point})[1] - ${longitude}) * ${east}, 2) + power(((${point})[2] - ${latitude}) * ${north}, 2)) <= ${radiusKm}`;
}

const VISIBLE = `${holds({ property: { expired: false } })} and not (document @@ '!exists($.listings[*] ? (@.priceCoherent == true))')`;

/** Ten, newest first, and their count up to 10,000. */
function rivalStatement(criteria: unknown): Sql {
  const where = `${VISIBLE} and ${condition((criteria ?? {}) as RivalCriteria)}`;
  return {
    text: `
      select (select count(*) from (select from rival where ${where} limit 10000) as found) as total,
             array(select property_id from rival where ${where} order by document #>> '{property,updatedAt}' desc limit 10) as ids`,
    values: [],
  };
}

/** It takes seconds for most of a million rows: one of each shape is enough to compare, and none runs longer than this. */
const LIMIT_MS = 10_000;
const FEW = 200_000;

/** The time of the first of each shape. A query beyond the limit is cancelled and counted as the limit. */
export async function measureRival(db: Database, questions: readonly BenchQuery[][]) {
  const [counted] = await db.rows<{ count: number }>(sql`select count(*)::int as count from rival`);
  const each = (counted?.count ?? 0) > FEW ? 1 : 2;
  const times: number[] = [];
  let cut = 0;
  for (const { criteria } of questions.flatMap((own) => own.slice(0, each))) {
    const began = performance.now();
    const pending = db.transaction(async (tx) => {
      await tx.rows({ text: `set local statement_timeout = ${LIMIT_MS}`, values: [] });
      await tx.rows(rivalStatement(criteria));
    });
    await pending.catch((error: unknown) => {
      if (performance.now() - began < LIMIT_MS) throw error;
      cut += 1;
    });
    times.push(performance.now() - began);
  }
  return { times, cut, each, limitMs: LIMIT_MS };
}
