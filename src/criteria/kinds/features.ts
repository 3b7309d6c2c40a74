import type { FeaturesFilter } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import { MAX_LIST_VALUES } from '../limits.ts';
import { readJsonList, wordReader } from '../parse-context.ts';
import { valueReader } from '../search-row.ts';
import type { SetOperand } from '../tree.ts';
import type { FilterKindSpec, SearchColumn } from './kind.ts';
import { readSet, setSchema } from './set.ts';

/**
 * One bit a feature, in the order of the vocabulary. Integers of PostgreSQL and JavaScript's operators have 31
 * usable bits.
 */
function maskOf({ vocabulary }: FeaturesFilter, values: readonly string[] = []): number {
  return values.reduce((mask, value) => mask | (1 << vocabulary.values.indexOf(value)), 0);
}

/** The members that count parking spaces. */
interface ParkingCounts {
  readonly spaces?: number;
  readonly total?: number;
  readonly spots?: readonly unknown[];
}

/**
 * A boolean states itself. An area states a feature by being present. So does a block such as parking, unless it
 * only counts zero spaces: a listed space outweighs a count of zero.
 */
function isStated(value: unknown): boolean | undefined {
  if (typeof value === 'boolean' || value === undefined) return value;
  if (typeof value === 'number') return value > 0 || undefined;
  const { spaces, total, spots = [] } = value as ParkingCounts;
  return spots.length > 0 || (total ?? spaces) !== 0;
}

type MemberReader = (subject: object) => unknown;

/** Yes when one member says so; no when none does and one says no. */
function isStatedByAny(members: readonly MemberReader[], subject: object): boolean | undefined {
  let isDenied = false;
  for (const read of members) {
    const verdict = isStated(read(subject));
    if (verdict === true) return true;
    isDenied ||= verdict === false;
  }
  return isDenied ? false : undefined;
}

function columns(filter: FeaturesFilter): SearchColumn[] {
  const readers = filter.vocabulary.values.map((feature) =>
    (filter.reads[feature] ?? []).map((path): MemberReader => valueReader(path)),
  );
  const maskWhere = (wanted: boolean) => (subject: object) => {
    let mask = 0;
    for (let bit = 0; bit < readers.length; bit += 1)
      if (isStatedByAny(readers[bit] ?? [], subject) === wanted) mask |= 1 << bit;
    return mask;
  };
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
  parse: (json, { operators, vocabulary }, context) =>
    readSet(json, operators, context, (list, at) => {
      const values = readJsonList(list, at, wordReader(vocabulary.values));
      return values && [...new Set(values)];
    }),
  json: (operand) => operand,
  columns,
  schema,
  matches(operand, filter, cells) {
    const [has, denied] = [cells(filter.column), cells(filter.deniedColumn)];
    const [all, none, allowed] = [
      maskOf(filter, operand.in),
      maskOf(filter, operand.nin),
      maskOf(filter, operand.inOrMissing),
    ];
    return (property, at) => {
      const mask = has(property, at) as number;
      return (
        (mask & all) === all && (mask & none) === 0 && ((denied(property, at) as number) & allowed) === 0
      );
    };
  },
  explain(operand, filter, cells) {
    const [has, denied] = [cells(filter.column), cells(filter.deniedColumn)];
    const wanted = [
      ...new Set([...(operand.in ?? []), ...(operand.nin ?? []), ...(operand.inOrMissing ?? [])]),
    ];
    return (property, at) => {
      const [yes, no] = [has(property, at) as number, denied(property, at) as number];
      const stateOf = (feature: string) => {
        const bit = maskOf(filter, [feature]);
        return yes & bit ? true : no & bit ? false : null;
      };
      const unknown = (operand.in ?? []).some((feature) => stateOf(feature) === null);
      const refused = (operand.in ?? []).some((feature) => stateOf(feature) === false);
      return {
        value: Object.fromEntries(wanted.map((feature) => [feature, stateOf(feature)])),
        missing: unknown && !refused && (yes & maskOf(filter, operand.nin)) === 0,
      };
    };
  },
  sql(operand, filter, write) {
    const [has, denied] = [write.column(filter.column), write.column(filter.deniedColumn)];
    const mask = (values: readonly string[]) => write.bind(maskOf(filter, values), 'integer');
    const all = operand.in && mask(operand.in);
    return [
      ...(all ? [`${has} & ${all} = ${all}`] : []),
      ...(operand.nin ? [`${has} & ${mask(operand.nin)} = 0`] : []),
      ...(operand.inOrMissing ? [`${denied} & ${mask(operand.inOrMissing)} = 0`] : []),
    ].join(' and ');
  },
};
