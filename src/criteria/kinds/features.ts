import type { FeaturesFilter } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import { MAX_LIST_VALUES } from '../limits.ts';
import { valueReader } from '../search-row.ts';
import type { SetOperand } from '../tree.ts';
import type { FilterKindSpec, SearchColumn } from './kind.ts';
import { readJsonList, wordReader } from './read-json.ts';
import { readSet, setSchema } from './set.ts';

/** One bit a feature, in the order of the vocabulary. An integer of PostgreSQL and of JavaScript's operators has 31 to spare. */
function maskOf({ vocabulary }: FeaturesFilter, values: readonly string[] = []): number {
  return values.reduce((mask, value) => mask | (1 << vocabulary.values.indexOf(value)), 0);
}

/** What may count the spaces of a parking. */
interface ParkingCounts {
  readonly spaces?: number;
  readonly total?: number;
  readonly spots?: readonly unknown[];
}

/**
 * A boolean says so itself. An area says yes by being there. A block such as a parking does so too, unless all it counts is no space: a
 * space that is listed outweighs a count of none.
 */
function isStated(value: unknown): boolean | undefined {
  if (typeof value === 'boolean' || value === undefined) return value;
  if (typeof value === 'number') return value > 0 || undefined;
  const { spaces, total, spots = [] } = value as ParkingCounts;
  return spots.length > 0 || (total ?? spaces) !== 0;
}

/** Yes where one member says so; no where none does and one says no. */
function isStatedByAny(values: readonly unknown[]): boolean | undefined {
  const verdicts = values.map(isStated);
  return verdicts.includes(true) || (verdicts.includes(false) ? false : undefined);
}

function columns(filter: FeaturesFilter): SearchColumn[] {
  const readers = filter.vocabulary.values.map((feature) =>
    (filter.reads[feature] ?? []).map((path) => valueReader(path)),
  );
  const maskWhere = (wanted: boolean) => (subject: object) =>
    readers.reduce((mask, members, bit) => {
      const verdict = isStatedByAny(members.map((value) => value(subject)));
      return verdict === wanted ? mask | (1 << bit) : mask;
    }, 0);
  return [
    { name: filter.column, type: 'integer', scope: filter.scope, required: true, read: maskWhere(true) },
    {
      name: filter.deniedColumn,
      type: 'integer',
      scope: filter.scope,
      required: true,
      read: maskWhere(false),
    },
  ];
}

const meanings = {
  in: 'All of these.',
  nin: 'None of these; what is not known passes.',
  inOrMissing: 'Each of these, or not known: only an explicit no is left out.',
};

const schema = ({ vocabulary, operators, description }: FeaturesFilter): JsonSchema => {
  const list = (text: string): JsonSchema => ({
    type: 'array',
    description: text,
    items: { type: 'string', enum: vocabulary.values },
    minItems: 1,
    maxItems: MAX_LIST_VALUES,
  });
  return { ...setSchema(operators, list, meanings), description };
};

export const featuresKind: FilterKindSpec<FeaturesFilter, SetOperand> = {
  parse: (json, { operators, vocabulary }, here) =>
    readSet(json, operators, here, (list, at) => {
      const values = readJsonList(list, at, wordReader(vocabulary.values));
      return values && [...new Set(values)];
    }),
  json: (asked) => asked,
  columns,
  schema,
  matches(asked, filter, cells) {
    const [has, denied] = [cells(filter.column), cells(filter.deniedColumn)];
    const [all, none, allowed] = [
      maskOf(filter, asked.in),
      maskOf(filter, asked.nin),
      maskOf(filter, asked.inOrMissing),
    ];
    return (property, at) => {
      const mask = has(property, at) as number;
      return (
        (mask & all) === all && (mask & none) === 0 && ((denied(property, at) as number) & allowed) === 0
      );
    };
  },
  explain(asked, filter, cells) {
    const [has, denied] = [cells(filter.column), cells(filter.deniedColumn)];
    const wanted = [...new Set([...(asked.in ?? []), ...(asked.nin ?? []), ...(asked.inOrMissing ?? [])])];
    return (property, at) => {
      const [yes, no] = [has(property, at) as number, denied(property, at) as number];
      const stateOf = (feature: string) => {
        const bit = maskOf(filter, [feature]);
        return yes & bit ? true : no & bit ? false : null;
      };
      const unknown = (asked.in ?? []).some((feature) => stateOf(feature) === null);
      const refused = (asked.in ?? []).some((feature) => stateOf(feature) === false);
      return {
        value: Object.fromEntries(wanted.map((feature) => [feature, stateOf(feature)])),
        missing: unknown && !refused && (yes & maskOf(filter, asked.nin)) === 0,
      };
    };
  },
  sql(asked, filter, write) {
    const [has, denied] = [write.column(filter.column), write.column(filter.deniedColumn)];
    const mask = (values: readonly string[]) => write.bind(maskOf(filter, values), 'integer');
    const all = asked.in && mask(asked.in);
    return [
      ...(all ? [`${has} & ${all} = ${all}`] : []),
      ...(asked.nin ? [`${has} & ${mask(asked.nin)} = 0`] : []),
      ...(asked.inOrMissing ? [`${denied} & ${mask(asked.inOrMissing)} = 0`] : []),
    ].join(' and ');
  },
};
