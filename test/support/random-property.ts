import { propertyResult } from '../../src/catalogue/attributes/property-result.ts';
import type { PropertyResult } from '../../src/catalogue/document.ts';
import type { Node } from '../../src/catalogue/nodes.ts';
import type { Lineage } from '../../src/criteria/search-row.ts';
import {
  ancestorIds,
  type Division,
  type DivisionType,
  divisionId,
  toFlatDivision,
} from '../../src/geo/division.ts';
import { bareDivision } from '../../src/geo/load/country-facts.ts';
import { formatTimestamp } from '../../src/lib/timestamp.ts';
import type { RandomSource } from '../../src/world/random.ts';

/** A small France, the wider divisions first: code, type, parent, postal codes. */
const places: readonly (readonly [string, DivisionType, string | null, readonly string[]])[] = [
  ['FR', 'COUNTRY', null, []],
  ['R11', 'ADMINISTRATIVE_REGION', 'FR', []],
  ['R93', 'ADMINISTRATIVE_REGION', 'FR', []],
  ['75', 'ADMINISTRATIVE_SUBREGION', 'R11', []],
  ['13', 'ADMINISTRATIVE_SUBREGION', 'R93', []],
  ['200054781', 'MUNICIPALITY_GROUP', 'R11', []],
  ['75056', 'MUNICIPALITY', '75', ['75011', '75012']],
  ['13055', 'MUNICIPALITY', '13', ['13001']],
  ['13001', 'MUNICIPALITY', '13', ['13100', '13001']],
  ['75111', 'MUNICIPAL_DISTRICT', '75056', ['75011']],
  ['75112', 'MUNICIPAL_DISTRICT', '75056', ['75012']],
  ['13201', 'MUNICIPAL_DISTRICT', '13055', []],
  ['7511101', 'NEIGHBORHOOD', '75111', ['75011']],
  ['7511101-1', 'SUB_NEIGHBORHOOD', '7511101', []],
];

/** The divisions of random properties and random trees. */
export const divisionsInStock: readonly Division[] = places.map(([code, type, parent, postalCodes]) => ({
  ...bareDivision({
    id: divisionId('FR', code),
    countryCode: 'FR',
    type,
    uniqueCode: code,
    name: `Place ${code}`,
    parentId: parent && divisionId('FR', parent),
  }),
  postalCodes,
  groupIds: code === '75056' ? [divisionId('FR', '200054781')] : [],
}));

const byId = new Map(divisionsInStock.map((division) => [division.id, division]));

/** The ancestors of a division. */
export const lineageInStock: Lineage = (id) => {
  const division = byId.get(id);
  const ids = division ? ancestorIds(division, (above) => byId.get(above)) : [];
  return { ids, codes: ids.flatMap((above) => byId.get(above)?.uniqueCode ?? []) };
};

/** Small value sets that properties and trees both use, so that a random tree matches some of the properties and not all. */
export const stock = {
  numbers: [0, 0.5, 1, 2, 2.5, 3, 4, 10, 33.3, 60, 100, 1_000, 250_000],
  ids: divisionsInStock.map(({ id }) => id),
  codes: divisionsInStock.map(({ uniqueCode }) => uniqueCode),
  postalCodes: ['75011', '75012', '13001', '20000'],
  countries: ['FR', 'BE', 'ES'],
  urls: [
    'https://portal.example/1',
    'https://portal.example/1/',
    'http://Autre.example/a%2Db?id=2',
    'https://portal.example/3?b=1',
  ],
  words: [
    'balcon',
    'Élégant',
    'maison',
    'plein',
    'sud',
    'é',
    'jardin',
    '3',
    'pièces',
    "l'été",
    'T2',
    'ÎLE',
    'straße',
    'İzmir',
    'ville',
  ],
  texts: ['portal', 'autre-site', 'REF-1', 'REF 2', 'x'],
  moments: Array.from({ length: 12 }, (_, day) =>
    formatTimestamp(new Date(Date.UTC(2026, 0, 1 + day, day, 0, 0, day * 77))),
  ),
} as const;

const slots: Partial<Record<DivisionType, string>> = {
  MUNICIPALITY: 'city',
  MUNICIPAL_DISTRICT: 'district',
  NEIGHBORHOOD: 'neighborhood',
  SUB_NEIGHBORHOOD: 'subNeighborhood',
};

/** The divisions from a place up to its city, as a property names them. */
function randomLine(chance: RandomSource): object {
  const finest = chance.pick(divisionsInStock.filter(({ type }) => slots[type] !== undefined));
  const line = [finest.id, ...ancestorIds(finest, (id) => byId.get(id))].flatMap((id) => byId.get(id) ?? []);
  return Object.fromEntries(
    line.flatMap((division) => {
      const slot = slots[division.type];
      return slot === undefined ? [] : [[slot, toFlatDivision(division)]];
    }),
  );
}

const phrase = (chance: RandomSource, most: number): string =>
  Array.from({ length: chance.whole(1, most) }, () => chance.pick(stock.words)).join(
    chance.pick([' ', ' ', ', ', '-', ' — ']),
  );

function textAt(path: string, chance: RandomSource): string {
  if (/(title|description)$/.test(path)) return phrase(chance, 9);
  if (/countryCode$/.test(path)) return chance.pick(stock.countries);
  if (/(^|\.)(id|uuid|listingId)$/.test(path)) return chance.pick(stock.ids);
  if (/url$/.test(path)) return chance.pick(stock.urls);
  return chance.pick(stock.texts);
}

/** A value for a node of the document. Lists have none to three entries. */
export function randomValue(node: Node, path: string, chance: RandomSource): unknown {
  switch (node.kind) {
    case 'text':
      return textAt(path, chance);
    case 'integer':
      return chance.pick(stock.numbers.filter(Number.isInteger));
    case 'number':
      return path.endsWith('Percent') ? chance.pick([-50, -5, 0, 5, 12.5]) : chance.pick(stock.numbers);
    case 'flag':
      return chance.happens(0.5);
    case 'date':
      return '2026-01-01';
    case 'timestamp':
      return chance.pick(stock.moments);
    case 'point':
      return { type: 'Point', coordinates: [chance.between(2.2, 2.5), chance.between(48.7, 49)] };
    case 'choice':
      return chance.pick(node.vocabulary.values);
    case 'list':
      return Array.from({ length: chance.whole(0, 3) }, () => randomValue(node.of, path, chance));
    case 'keyed':
      return members(
        Object.fromEntries(node.vocabulary.values.map((value) => [value, node.of])),
        path,
        chance,
      );
    case 'object':
      return path === '.property.location'
        ? randomLocation(node.members, path, chance)
        : members(node.members, path, chance);
  }
}

function members(nodes: Readonly<Record<string, Node>>, path: string, chance: RandomSource): object {
  const present = Object.entries(nodes).filter(([, node]) => node.required || chance.happens(0.6));
  return Object.fromEntries(
    present.map(([name, node]) => [name, randomValue(node, `${path}.${name}`, chance)]),
  );
}

/** Divisions are not drawn one by one: no property is in two cities. */
function randomLocation(nodes: Readonly<Record<string, Node>>, path: string, chance: RandomSource): object {
  const apart = Object.entries(nodes).filter(([name]) => !Object.values(slots).includes(name));
  return {
    ...members(Object.fromEntries(apart), path, chance),
    ...(chance.happens(0.8) && randomLine(chance)),
  };
}

/** A document the catalogue allows, with many members missing. */
export const randomProperty = (chance: RandomSource, id: string): PropertyResult => ({
  ...(randomValue(propertyResult, '', chance) as PropertyResult),
  id,
});
