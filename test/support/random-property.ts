import { propertyResult } from '../../src/catalogue/attributes/property-result.ts';
import type { PropertyResult } from '../../src/catalogue/document.ts';
import type { Node } from '../../src/catalogue/nodes.ts';
import type { Lineage } from '../../src/criteria/readable.ts';
import { timestamp } from '../../src/lib/timestamp.ts';
import type { Chance } from '../../src/world/random.ts';

/** Small stocks that properties and trees both draw from, so that a random tree finds some of the properties and not all. */
export const stock = {
  numbers: [0, 0.5, 1, 2, 2.5, 3, 4, 10, 33.3, 60, 100, 1_000, 250_000],
  ids: Array.from({ length: 12 }, (_, index) => `0199c2f4-0000-7000-8000-${String(index).padStart(12, '0')}`),
  codes: ['75056', '75111', '75112', '13055', '2A', '75', 'R11', '200054781'],
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
    timestamp(new Date(Date.UTC(2026, 0, 1 + day, day, 0, 0, day * 77))),
  ),
} as const;

const above: Readonly<Record<string, readonly number[]>> = {
  '0': [8, 9],
  '1': [8, 9],
  '2': [8, 10],
  '3': [10],
  '4': [11],
};

/** A fixed tree over the ids in stock. */
export const lineageInStock: Lineage = (id) => {
  const places = above[String(stock.ids.indexOf(id))] ?? [];
  return {
    ids: places.flatMap((place) => stock.ids[place] ?? []),
    codes: places.flatMap((place) => stock.codes[place - 4] ?? []),
  };
};

const phrase = (chance: Chance, most: number): string =>
  Array.from({ length: chance.whole(1, most) }, () => chance.pick(stock.words)).join(
    chance.pick([' ', ' ', ', ', '-', ' — ']),
  );

function textAt(path: string, chance: Chance): string {
  if (/(title|description)$/.test(path)) return phrase(chance, 9);
  if (/postalCodes/.test(path)) return chance.pick(stock.postalCodes);
  if (/uniqueCode$/.test(path)) return chance.pick(stock.codes);
  if (/countryCode$/.test(path)) return chance.pick(stock.countries);
  if (/(^|\.)(id|uuid|listingId)$/.test(path)) return chance.pick(stock.ids);
  if (/url$/.test(path)) return chance.pick(stock.urls);
  return chance.pick(stock.texts);
}

/** A value for a node of the document. Lists hold none to three. */
export function randomValue(node: Node, path: string, chance: Chance): unknown {
  switch (node.kind) {
    case 'text':
      return textAt(path, chance);
    case 'number':
    case 'integer':
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
      return members(node.members, path, chance);
  }
}

function members(nodes: Readonly<Record<string, Node>>, path: string, chance: Chance): object {
  const present = Object.entries(nodes).filter(([, node]) => node.required || chance.happens(0.6));
  return Object.fromEntries(
    present.map(([name, node]) => [name, randomValue(node, `${path}.${name}`, chance)]),
  );
}

/** A document the catalogue allows, with much of it missing. */
export const randomProperty = (chance: Chance, id: string): PropertyResult => ({
  ...(randomValue(propertyResult, '', chance) as PropertyResult),
  id,
});
