import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureVocabularies } from '../../src/catalogue/feature-vocabularies.ts';

/** A sentence with the criteria written for it by hand. */
export interface WrittenSentence {
  text: string;
  criteria: object;
}

/** The moment the sentences were written for: a Monday. */
export const SENTENCES_NOW = new Date('2026-11-16T12:00:00Z');

export const SENTENCE_FILES = ['open', 'held-out', 'foreign', 'streets', 'fresh', 'usual', 'mixed'] as const;

export type SentenceFile = (typeof SENTENCE_FILES)[number];

type Centre = (code: string) => readonly [longitude: number, latitude: number];

/** Reads a file of lines `sentence => conditions`; conditions are separated by semicolons, in the words below. */
export function readSentences(name: SentenceFile, centre: Centre): WrittenSentence[] {
  const file = join(import.meta.dirname, '../fixtures/sentences', `${name}.txt`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('=>'))
    .map((line) => {
      const [text = '', tree = ''] = line.split(' =>');
      return { text, criteria: readTree(tree.trim(), centre) };
    });
}

function readTree(tree: string, centre: Centre): object {
  const choice = /or\[(.*)\]/.exec(tree);
  const leaf = readLeaf(tree.replace(/;?\s*or\[.*\]/, ''), centre);
  if (choice === null) return leaf;
  const or = { or: (choice[1] ?? '').split('|').map((part) => readLeaf(part, centre)) };
  return Object.keys(leaf).length === 0 ? or : { and: [leaf, or] };
}

type Node = { [member: string]: unknown };

function readLeaf(text: string, centre: Centre): object {
  const leaf: Node = {};
  for (const part of text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')) {
    const [word = '', ...rest] = part.split(/\s+/);
    for (const [path, operand] of condition(word, rest, centre)) write(leaf, path, operand);
  }
  return leaf;
}

const ranges: Record<string, string> = {
  price: 'property.pricing.displayed',
  m2price: 'property.pricing.pricePerArea',
  area: 'property.areas.displayed',
  land: 'property.areas.land',
  rooms: 'property.unit.rooms',
  beds: 'property.unit.bedrooms',
  baths: 'property.unit.bathrooms',
  floor: 'property.unit.floor',
  year: 'property.building.constructionYear',
  deviation: 'property.valuation.deviationPercent',
};

const sets: Record<string, string> = {
  type: 'property.type',
  status: 'property.constructionStatus',
  sale: 'property.transaction.saleType',
  cond: 'property.unit.condition',
  facing: 'property.unit.orientation',
  style: 'property.building.constructionType',
  heat: 'property.unit.energy.heating.energyCarrier',
  system: 'property.unit.energy.heating.system',
  by: 'publisher.type',
  mandate: 'publisher.mandate',
};

const unitFeatures: readonly string[] = featureVocabularies.unitFeature.values;

type Entry = readonly [path: string, operand: unknown];

function condition(word: string, values: string[], centre: Centre): Entry[] {
  const [first = '', second = ''] = values;
  const denied = word.startsWith('-');
  const name = word.replace('-', '');
  if (ranges[name] !== undefined) return [[ranges[name], readRange(first)]];
  if (sets[name] !== undefined) return [[sets[name], { [denied ? 'nin' : 'in']: values }]];
  if (name === 'has' || name === 'no') return features(values, name === 'no');
  if (name === 'words') {
    const phrase = values.join(' ').replaceAll('"', '');
    return [['property.body.description', { [denied ? 'nin' : 'in']: [phrase] }]];
  }
  const [longitude, latitude] = name === 'near' ? centre(first) : [];
  const point = { latitude, longitude, radiusKm: Number(second) };
  const others: Record<string, readonly Entry[]> = {
    sell: [['property.transaction.type', 'SELL']],
    rent: [['property.transaction.type', 'RENT']],
    in: [['property.locations', { in: { uniqueCodes: values } }]],
    out: [['property.locations', { nin: { uniqueCodes: values } }]],
    zip: [['property.locations', { in: { postalCodes: values } }]],
    near: [['property.locations', { in: { centerPoint: point } }]],
    dpe: [['property.unit.diagnostic.scores', [{ type: 'ENERGY_CONSUMPTION', rating: values }]]],
    ges: [['property.unit.diagnostic.scores', [{ type: 'CARBON_EMISSIONS', rating: values }]]],
    collective: [['property.unit.energy.heating.collective', first === 'true']],
    cc: [['property.pricing.rental.rent.includesCharges', true]],
    hc: [['property.pricing.rental.rent.includesCharges', false]],
    since: [['dates.createdAt', { from: first }]],
    drop: [
      ['changes.attribute', { in: ['DISPLAYED_PRICE'] }],
      ['changes.variationPercent', { lte: Number(first) }],
    ],
  };
  const found = others[name];
  if (found === undefined) throw new Error(`The sentences have no condition called ${word}.`);
  return [...found];
}

function features(values: readonly string[], denied: boolean): Entry[] {
  const list = (some: string[]) => ({ [denied ? 'nin' : 'in']: some });
  const unit = values.filter((value) => unitFeatures.includes(value));
  const amenities = values.filter((value) => !unitFeatures.includes(value));
  return [
    ...(unit.length > 0 ? [['property.unit.features', list(unit)] as const] : []),
    ...(amenities.length > 0 ? [['property.amenities.features', list(amenities)] as const] : []),
  ];
}

function readRange(text: string): object {
  if (!text.includes('..')) return { gte: Number(text), lte: Number(text) };
  const [low = '', high = ''] = text.split('..');
  return { ...(low !== '' && { gte: Number(low) }), ...(high !== '' && { lte: Number(high) }) };
}

function write(leaf: Node, path: string, operand: unknown): void {
  const members = path.split('.');
  const last = members.pop() ?? '';
  let at = leaf;
  for (const member of members) {
    at[member] ??= {};
    at = at[member] as Node;
  }
  const known = at[last];
  at[last] =
    typeof known === 'object' && known !== null && !Array.isArray(known)
      ? { ...known, ...(operand as object) }
      : operand;
}

export type TreeVerdict = 'exact' | 'wider' | 'narrower';

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map(canonical).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
};

/** Wider: some condition of the tree by hand is missing, or less strict. Trees with alternatives must be equal. */
export function compareTrees(parsed: object, byHand: object): TreeVerdict {
  const [one, other] = [canonical(parsed), canonical(byHand)];
  if (JSON.stringify(one) === JSON.stringify(other)) return 'exact';
  if (/"(?:and|or)":/.test(JSON.stringify([one, other]))) return 'wider';
  return isWithin(one, other) ? 'narrower' : 'wider';
}

/** Whether every condition of the second tree also stands in the first, as strictly. */
function isWithin(parsed: unknown, byHand: unknown, operator = ''): boolean {
  if (Array.isArray(byHand)) {
    if (!Array.isArray(parsed)) return false;
    const [has, asked] = [parsed.map((one) => JSON.stringify(one)), byHand.map((one) => JSON.stringify(one))];
    // Of excluded values and of features, all; of allowed values, no other.
    return operator === 'nin'
      ? asked.every((one) => has.includes(one))
      : has.every((one) => asked.includes(one));
  }
  if (typeof byHand !== 'object' || byHand === null) {
    if (operator === 'lte') return typeof parsed === 'number' && parsed <= (byHand as number);
    if (operator === 'gte') return typeof parsed === 'number' && parsed >= (byHand as number);
    return JSON.stringify(parsed) === JSON.stringify(byHand);
  }
  return Object.entries(byHand).every(([member, asked]) => {
    const has = (parsed as Node | undefined)?.[member];
    return has !== undefined && isWithin(has, asked, operator === 'nin' ? 'nin' : member);
  });
}
