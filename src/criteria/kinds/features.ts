import type { FeaturesFilter } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import { MOST_VALUES } from '../limits.ts';
import { valueReader } from '../readable.ts';
import type { SetAsked } from '../tree.ts';
import type { Column, Kind } from './kind.ts';
import { readList, readWord } from './read-json.ts';
import { readSet, setSchema } from './set.ts';

/** One bit a feature, in the order of the vocabulary. An integer of PostgreSQL and of JavaScript's operators has 31 to spare. */
function maskOf({ vocabulary }: FeaturesFilter, values: readonly string[] = []): number {
  return values.reduce((mask, value) => mask | (1 << vocabulary.values.indexOf(value)), 0);
}

/** A boolean says so itself. A block such as the parking of a building says yes by being there, unless it counts no space. */
function stated(value: unknown): boolean | undefined {
  if (typeof value === 'boolean' || value === undefined) return value;
  return (value as { readonly spaces?: number }).spaces !== 0;
}

function columns(filter: FeaturesFilter): Column[] {
  const readers = filter.vocabulary.values.map((feature) => valueReader(filter.reads[feature] ?? ''));
  const maskWhere = (wanted: boolean) => (subject: object) =>
    readers.reduce((mask, value, bit) => (stated(value(subject)) === wanted ? mask | (1 << bit) : mask), 0);
  return [
    { name: filter.column, type: 'integer', judged: filter.judged, required: true, read: maskWhere(true) },
    {
      name: filter.deniedColumn,
      type: 'integer',
      judged: filter.judged,
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
    maxItems: MOST_VALUES,
  });
  return { ...setSchema(operators, list, meanings), description };
};

export const features: Kind<FeaturesFilter, SetAsked> = {
  parse: (json, { operators, vocabulary }, here) =>
    readSet(json, operators, here, (list, at) => {
      const values = readList(list, at, readWord(vocabulary.values));
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
  seen(asked, filter, cells) {
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
