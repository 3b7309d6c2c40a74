import type { propertyVocabularies } from '../catalogue/property-vocabularies.ts';
import type {
  PlaceList,
  PlacesOperand,
  RangeOperand,
  SetOperand,
  Test,
  TimeOperand,
  Tree,
} from '../criteria/tree.ts';
import type { DivisionRegister } from '../geo/register.ts';

type PropertyType = (typeof propertyVocabularies.propertyType.values)[number];
type Names = Pick<DivisionRegister, 'namesOf'>;

/** Several of each type, as a person says it. */
const PLURALS: Readonly<Record<PropertyType, string>> = {
  FLAT: 'flats',
  HOUSE: 'houses',
  BUILDING: 'buildings',
  PARKING: 'parking spaces',
  OFFICE: 'offices',
  LAND: 'land',
  SHOP: 'shops',
  COMMERCIAL_PREMISES: 'commercial premises',
};
const TRANSACTIONS: Readonly<Record<string, string>> = { SELL: 'for sale', RENT: 'to let' };

/** More values are counted. */
const MAX_LISTED_VALUES = 4;

/** Criteria in the words of a person: "Flats for sale in Lyon under 300,000 €, with balcony". */
export function describeCriteria(tree: Tree, names: Names): string {
  const text = describeTree(tree, names);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function describeTree(tree: Tree, names: Names): string {
  if (tree.kind === 'leaf') return describeTests(tree.tests, names);
  if (tree.kind === 'or')
    return `either ${tree.nodes.map((node) => describeTree(node, names)).join(', or ')}`;
  const tests = tree.nodes.flatMap((node) => (node.kind === 'leaf' ? node.tests : []));
  const groups = tree.nodes.filter((node) => node.kind !== 'leaf').map((node) => describeTree(node, names));
  return [describeTests(tests, names), ...groups].join(', and ');
}

/** Type, transaction, place and price make the sentence; all else follows. */
function describeTests(tests: readonly Test[], names: Names): string {
  const parts = { type: 'properties', transaction: '', place: '', price: '' };
  const rest: string[] = [];
  for (const test of tests) {
    const { path } = test.filter;
    if (path === 'property.type' && isPlainIn(test.operand)) parts.type = describeTypes(test.operand.in);
    else if (path === 'property.transaction.type' && isPlainIn(test.operand) && test.operand.in.length === 1)
      parts.transaction = ` ${TRANSACTIONS[test.operand.in[0] ?? ''] ?? ''}`;
    else if (test.kind === 'places' && parts.place === '') parts.place = describePlaces(test.operand, names);
    else if (path === 'property.pricing.displayed' && test.kind === 'range')
      parts.price = ` ${describePrice(test.operand)}`;
    else rest.push(describeTest(test));
  }
  return [`${parts.type}${parts.transaction}${parts.place}${parts.price}`, ...rest].join(', ');
}

const isPlainIn = (operand: unknown): operand is { in: readonly string[] } =>
  typeof operand === 'object' && operand !== null && Object.keys(operand).join() === 'in';

const describeTypes = (types: readonly string[]): string =>
  join(
    types.map((type) => PLURALS[type as PropertyType] ?? asWords(type)),
    'or',
  );

const asWords = (value: string): string => value.toLowerCase().replaceAll('_', ' ');
const asNumber = (value: number): string => value.toLocaleString('en-GB');

function join(values: readonly string[], word: 'or' | 'and'): string {
  if (values.length > MAX_LISTED_VALUES)
    return `${values.slice(0, MAX_LISTED_VALUES - 1).join(', ')} ${word} ${values.length - MAX_LISTED_VALUES + 1} more`;
  return values.length < 2 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} ${word} ${values.at(-1)}`;
}

function describePrice(range: RangeOperand): string {
  const { gte, lte, orMissing } = range;
  const unknown = orMissing ? ' (or price unknown)' : '';
  if (gte !== undefined && lte !== undefined) return `from ${asNumber(gte)} to ${asNumber(lte)} €${unknown}`;
  return lte === undefined ? `from ${asNumber(gte ?? 0)} €${unknown}` : `under ${asNumber(lte)} €${unknown}`;
}

function describePlaces({ countryCode, accuracy, in: inside, nin }: PlacesOperand, names: Names): string {
  const within = inside && placeNames(inside, countryCode, names);
  const where = within ?? (countryCode === undefined ? [] : [countryCode]);
  const outside = nin === undefined ? '' : `, outside ${join(placeNames(nin, countryCode, names), 'and')}`;
  const exact = accuracy === undefined ? '' : ` (location known by ${join(accuracy.map(asWords), 'or')})`;
  return `${where.length === 0 ? '' : ` in ${join(where, 'or')}`}${outside}${exact}`;
}

function placeNames(list: PlaceList, countryCode: string | undefined, names: Names): string[] {
  const country = countryCode === undefined ? {} : { countryCode };
  const nameOf = (reference: { code: string } | { id: string }): string =>
    names.namesOf({ ...reference, ...country })[0] ?? ('code' in reference ? reference.code : 'a place');
  const { uniqueCodes = [], ids = [], postalCodes = [], centerPoint, geoShapes = [] } = list;
  return [
    ...uniqueCodes.map((code) => nameOf({ code })),
    ...ids.map((id) => nameOf({ id })),
    ...postalCodes,
    ...(centerPoint === undefined
      ? []
      : [`${asNumber(centerPoint.radiusKm)} km around ${centerPoint.latitude}, ${centerPoint.longitude}`]),
    ...(geoShapes.length === 0
      ? []
      : [geoShapes.length === 1 ? 'a drawn area' : `${geoShapes.length} drawn areas`]),
  ];
}

/** The label of the filter and what it asks. */
function describeTest(test: Test): string {
  const label = test.filter.label.charAt(0).toLowerCase() + test.filter.label.slice(1);
  switch (test.kind) {
    case 'range':
      return `${label} ${describeRange(test.operand)}`;
    case 'features':
      return describeSet('with', test.operand);
    case 'set':
      return describeSet(`${label}:`, withGroups(test.operand, test.filter.groups ?? {}));
    case 'switch':
    case 'presence':
      return `${label}: ${test.operand ? 'yes' : 'no'}`;
    case 'phrases':
      return [
        ...(test.operand.in === undefined ? [] : [`${label}: ${join(quoted(test.operand.in), 'or')}`]),
        ...(test.operand.nin === undefined ? [] : [`${label} not: ${join(quoted(test.operand.nin), 'or')}`]),
      ].join(', ');
    case 'time':
      return `${label} ${describeTimes(test.operand)}`;
    case 'url':
      return `${label}: ${test.operand}`;
    case 'places':
      return describePlaces(test.operand, { namesOf: () => [] }).trim();
    case 'scores':
      return test.operand
        .map(({ type, rating, value }) =>
          [asWords(type), rating === undefined ? '' : join(rating, 'or'), value ? describeRange(value) : '']
            .filter((part) => part !== '')
            .join(' '),
        )
        .join(', ');
  }
}

/** Values that a word of the filter stands for are said by that word. */
function withGroups(operand: SetOperand, groups: Readonly<Record<string, readonly string[]>>): SetOperand {
  const collapse = (values: readonly string[]): readonly string[] =>
    Object.entries(groups).reduce<readonly string[]>(
      (left, [word, members]) =>
        members.every((member) => left.includes(member))
          ? [word, ...left.filter((value) => !members.includes(value))]
          : left,
      values,
    );
  return Object.fromEntries(Object.entries(operand).map(([name, values]) => [name, collapse(values)]));
}

const quoted = (values: readonly string[]): string[] => values.map((value) => JSON.stringify(value));

function describeRange({ gte, lte, orMissing }: RangeOperand): string {
  const unknown = orMissing ? ' or unknown' : '';
  if (gte !== undefined && lte !== undefined)
    return gte === lte ? `${asNumber(gte)}${unknown}` : `from ${asNumber(gte)} to ${asNumber(lte)}${unknown}`;
  return lte === undefined
    ? `at least ${asNumber(gte ?? 0)}${unknown}`
    : `at most ${asNumber(lte)}${unknown}`;
}

function describeSet(label: string, { in: some, nin, inOrMissing }: SetOperand): string {
  const word = label === 'with' ? 'and' : 'or';
  return [
    ...(some === undefined ? [] : [`${label} ${join(some.map(asWords), word)}`]),
    ...(inOrMissing === undefined ? [] : [`${label} ${join(inOrMissing.map(asWords), word)}, or unknown`]),
    ...(nin === undefined
      ? []
      : [`${label === 'with' ? 'without' : `${label} not`} ${join(nin.map(asWords), 'or')}`]),
  ].join(', ');
}

const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
const describeTimes = ({ from, to }: TimeOperand): string =>
  [
    ...(from === undefined ? [] : [`since ${day(from)}`]),
    ...(to === undefined ? [] : [`before ${day(to)}`]),
  ].join(' ');
