import assert from 'node:assert/strict';
import { namedId } from '../../src/lib/ids.ts';
import type { Claims, ListingState } from '../../src/properties/listing-state.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import type { TestApi } from './api.ts';

interface Meta {
  totalItems: number;
  hasNextPage: boolean;
  cursor: string | null;
  pagination: { type: string; size: number; nextRequestBody: object | null };
  relaxations?: { path: string; change: string; totalItems: number; criteria: object }[];
}

/** The response to a search as JSON:API. */
export interface SearchDocument {
  data: { type: string; id: string }[];
  meta: Meta;
  links: { self: string };
  included: { type: string; id: string }[];
}

export const idsOf = ({ data }: SearchDocument): string[] => data.map(({ id }) => id);

let cities = 0;
/** The code of a city that no other test uses, so that tests do not affect each other. */
export const createCity = (): string => {
  cities += 1;
  return `T${cities}`;
};

export function inCity(code: string): NonNullable<Claims['location']> {
  const id = namedId('0199c2f4-0000-7000-8000-000000000000', code);
  const city = { id, iri: `/geo/administrative-divisions/${id}`, name: code, uniqueCode: code };
  return { countryCode: 'FR', city: { ...city, type: 'MUNICIPALITY', postalCodes: [] } };
}

export const flat = (city: string, price = 300_000, over: Claims = {}): Claims => ({
  propertyType: 'FLAT',
  transaction: { type: 'SELL', status: 'AVAILABLE' },
  area: { displayed: 50, unit: 'SQM' },
  pricing: { displayed: price, currency: 'EUR' },
  location: inCity(city),
  ...over,
});

/** Criteria for one city. */
export const locationHere = (city: string, more: object = {}): object => ({
  property: { locations: { in: { uniqueCodes: [city] } }, ...more },
});

/** Searches of a running API and properties for them to find. */
export function createSearchHelpers(api: TestApi) {
  const ask = (body: unknown, more: object = {}) =>
    api.call({ method: 'POST', path: '/properties', body, ...more });
  const search = async (body: unknown, more: object = {}): Promise<SearchDocument> => {
    const answered = await ask(body, more);
    assert.equal(answered.status, 200, answered.text.slice(0, 500));
    return answered.body as SearchDocument;
  };
  const found = async (criteria: object) => idsOf(await search({ criteria, size: 100 }));
  const put = (claims: Claims, over: Partial<ListingState> = {}) =>
    recordTogether(api.db, [madeListing(claims, over)], over.updatedAt ?? day(1));
  /** Properties of one city, the newest last. */
  const several = async (count: number, city = createCity()): Promise<{ city: string; ids: string[] }> => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const moment = new Date(day(2).getTime() + at * 1_000);
      const clocks = { createdAt: moment, updatedAt: moment, lastSeenAt: moment };
      ids.push(await put(flat(city, 100_000 + at), clocks));
    }
    return { city, ids };
  };
  return { ask, search, found, put, several };
}
