import type { PropertyResult } from '../catalogue/document.ts';
import { placeNameFault, postalCodeFault, unknownPlaceFault } from '../criteria/parse.ts';
import { type CriteriaFault, MAX_CRITERIA_FAULTS, type PlaceReference } from '../criteria/parse-context.ts';
import type { Tree } from '../criteria/tree.ts';
import { cacheSharedSecret } from '../db/shared-secret.ts';
import type { Db } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { DivisionRegister } from '../geo/register.ts';
import type { Clock } from '../lib/clock.ts';
import { findSerializedProperties } from './lookup.ts';
import type { CodedDocument, CodedForm } from './search/coded-page.ts';
import { type CursorPosition, readCursor, type SearchCursorBinding, signCursor } from './search/cursor.ts';
import type { CursorRefusal } from './search/cursor-fault.ts';
import { CURSOR_LIFETIME_MS } from './search/cursor-limits.ts';
import { MAX_COUNTED_ROWS, type PageHits, type SearchEngine } from './search/engine.ts';
import type { SortOrder } from './search/order.ts';
import { serviceEngine } from './search/service-engine.ts';
import { sqlEngine } from './search/sql-engine.ts';

export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 10;

export interface SearchRequest {
  accountId: string;
  criteria: Tree;
  /** The criteria as the client sent them: a cursor is bound to them. */
  sentCriteria: unknown;
  order: SortOrder;
  /** 0 requests the count alone. */
  size: number;
  /** The total is not needed. */
  skipCount?: boolean;
  /** The page may be returned in compressed pieces; its documents are then not read. */
  form?: CodedForm | undefined;
  paging: { type: 'PAGE'; page: number } | { type: 'CURSOR'; cursor: string | undefined };
}

/** The properties of a result page, in order. */
interface ResultPage {
  readonly count: number;
  readonly results: PropertyResult[];
  /** As flat JSON. */
  readonly serialized: string | Buffer;
  /** In compressed pieces; the other forms cannot be read then. */
  readonly coded?: readonly CodedDocument[];
}

export interface SearchResults {
  page: ResultPage;
  /** A lower bound when `skipCount`. */
  totalItems: number;
  hasNextPage: boolean;
  /** Of a cursor scan only. */
  cursor?: string;
  /** Of a cursor scan only: the cursor for a client that shows results up to this property. */
  cursorAfter?(propertyId: string): string;
}

/** `foreign-cursor`: tampered with, or signed for another request. `expired-cursor`: too old. */
export type SearchOutcome = SearchResults | { refused: CursorRefusal };

/** What a search needs. The results do not depend on the engine. */
export interface SearchContext {
  db: Db;
  places: PlaceService;
  clock: Clock;
  engine: SearchEngine;
  secret(): Promise<Buffer>;
}

/** `db` is the primary: the secret of cursors must not be read from a replica that lags. */
export function createSearchContext(
  db: Db,
  clock: Clock,
  places: PlaceService,
  engine: SearchEngine = serviceEngine(db, places, { single: sqlEngine(db, places) }),
): SearchContext {
  return { db, clock, places, engine, secret: cacheSharedSecret(db, 'search cursor') };
}

/** Returns the matching properties in order, one page or one step of a cursor scan at a time. */
export function searchProperties(context: SearchContext, request: SearchRequest): Promise<SearchOutcome> {
  return request.paging.type === 'PAGE'
    ? searchPage(context, request, request.paging.page)
    : searchCursor(context, request, request.paging.cursor);
}

/** Pages reach as far as the count does. */
async function searchPage(
  { db, engine }: SearchContext,
  { criteria, order, size, skipCount = false, form }: SearchRequest,
  page: number,
): Promise<SearchResults> {
  const offset = Math.min((page - 1) * size, MAX_COUNTED_ROWS);
  const limit = Math.min(size, MAX_COUNTED_ROWS - offset);
  // One row more than the page shows whether there is a next page.
  const maxCount = skipCount ? Math.min(offset + limit + 1, MAX_COUNTED_ROWS) : MAX_COUNTED_ROWS;
  const hits = await engine.queryPage({ criteria, order, offset, limit, maxCount, withDocuments: true });
  return {
    page: await loadResultPage({ db, ...hits }, hits.ids, form),
    totalItems: hits.total,
    hasNextPage: limit > 0 && offset + limit < hits.total,
  };
}

async function searchCursor(
  context: SearchContext,
  request: SearchRequest,
  cursor: string | undefined,
): Promise<SearchOutcome> {
  const { db, clock, engine } = context;
  const { accountId, criteria, sentCriteria, order, size } = request;
  const binding: SearchCursorBinding = { accountId, criteria: sentCriteria, order };
  const secret = await context.secret();
  const from = cursor === undefined ? undefined : readCursor(secret, binding, cursor);
  if (cursor !== undefined && from === undefined) return { refused: 'foreign-cursor' };
  if (from !== undefined && clock.now().getTime() - from.asOf / 1_000 > CURSOR_LIFETIME_MS)
    return { refused: 'expired-cursor' };
  // One row more than the page shows whether there is a next page.
  const hits = await engine.queryCursor({
    criteria,
    order,
    from,
    limit: size === 0 ? 0 : size + 1,
  });
  const { positions, total, asOf } = hits;
  const page = positions.slice(0, size);
  const cursorAt = (last: CursorPosition['last']): string =>
    signCursor(secret, binding, { asOf, total, ...(last === undefined ? {} : { last }) });
  return {
    page: await loadResultPage(
      { db, ...hits },
      page.map(({ id }) => id),
      request.form,
    ),
    totalItems: total,
    hasNextPage: positions.length > size && size > 0,
    cursor: cursorAt(page.at(-1) ?? from?.last),
    cursorAfter: (propertyId) => cursorAt(page.find(({ id }) => id === propertyId) ?? from?.last),
  };
}

/** Serialized by the engine where possible, else read from the store. A deleted property is left out. */
async function loadResultPage(
  {
    db,
    source = db,
    sourceOf,
    serialized,
    coded,
  }: Pick<PageHits, 'serialized' | 'coded' | 'source' | 'sourceOf'> & { db: Db },
  ids: readonly string[],
  form: CodedForm | undefined,
): Promise<ResultPage> {
  const documents = form && coded?.(ids.length, form);
  if (documents !== undefined) return toCodedPage(documents);
  const bytes = serialized?.(ids.length);
  if (bytes !== undefined) return toResultPage(ids.length, bytes);
  const read =
    sourceOf === undefined
      ? await findSerializedProperties(source, ids)
      : await readFromRegions(sourceOf, ids);
  const texts = ids.flatMap((id) => read.get(id) ?? []);
  return toResultPage(texts.length, `[${texts.join(',')}]`);
}

async function readFromRegions(
  sourceOf: NonNullable<PageHits['sourceOf']>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const parts = await Promise.all(
    [...Map.groupBy(ids, sourceOf)].map(([source, some]) =>
      source === undefined ? new Map<string, string>() : findSerializedProperties(source, some),
    ),
  );
  return new Map(parts.flatMap((part) => [...part]));
}

/** Documents are parsed only on demand: a flat answer passes them on as bytes. */
function toResultPage(count: number, list: string | Buffer): ResultPage {
  let results: PropertyResult[] | undefined;
  return {
    count,
    serialized: list,
    get results() {
      results ??= JSON.parse(list.toString()) as PropertyResult[];
      return results;
    },
  };
}

const NOT_READ = 'the documents of a page in pieces are not read';

const toCodedPage = (coded: readonly CodedDocument[]): ResultPage => ({
  count: coded.length,
  coded,
  get serialized(): never {
    throw new Error(NOT_READ);
  },
  get results(): never {
    throw new Error(NOT_READ);
  },
});

/** The places of a criteria tree that do not exist. While no divisions are loaded, none counts as unknown. */
export async function findUnknownPlaces(
  places: Pick<PlaceService, 'register' | 'autocomplete'>,
  references: readonly PlaceReference[],
): Promise<CriteriaFault[]> {
  if (references.length === 0) return [];
  const register = await places.register();
  if (!register.isLoaded) return [];
  const unknown = references.filter((reference) => !register.has(reference)).slice(0, MAX_CRITERIA_FAULTS);
  const faults = unknown.map((reference) => unknownFault(reference, register));
  for (const [at, reference] of unknown.slice(0, MAX_NAMED_PLACES).entries())
    faults[at] = (await nameFault(places, reference)) ?? (faults[at] as CriteriaFault);
  return faults;
}

/** Names that are looked up: each takes a millisecond. */
const MAX_NAMED_PLACES = 5;
const MAX_NAME_CHARS = 100;
/** No code of a division has three letters in a row. */
const NAME = /\p{L}{3}/u;

/** A name that stands where a code is expected: the fault says which code to write. */
async function nameFault(
  places: Pick<PlaceService, 'autocomplete'>,
  reference: PlaceReference,
): Promise<CriteriaFault | undefined> {
  const { code, countryCode } = reference;
  if (code === undefined || code.length > MAX_NAME_CHARS || !NAME.test(code)) return undefined;
  const { rows } = await places.autocomplete({ query: code, limit: 30, page: 1 });
  const meant = rows.filter((row) => countryCode === undefined || row.countryCode === countryCode);
  return placeNameFault(
    reference,
    meant.map(({ name, parentName, metadata: { uniqueCode } }) => ({ name, parentName, uniqueCode })),
  );
}

/** A postal code is named as one first: a former INSEE code may have the same digits. */
function unknownFault(reference: PlaceReference, register: DivisionRegister): CriteriaFault {
  const postal = reference.code === undefined ? [] : register.postalPlacesOf(reference);
  if (postal.length > 0) return postalCodeFault(reference, postal);
  return unknownPlaceFault(reference, register.successorOf(reference.code ?? ''));
}
