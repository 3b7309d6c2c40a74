import type { RangeFilter } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import { squareMetresIn } from '../../catalogue/measures.ts';
import { type AttributePath, attributeAt } from '../../catalogue/paths.ts';
import { MAX_NUMBER } from '../limits.ts';
import {
  type NumberBounds,
  type ParseContext,
  readJsonBoolean,
  readJsonMembers,
  readJsonNumber,
} from '../parse-context.ts';
import { firstReader, type Subject } from '../search-row.ts';
import type { RangeOperand } from '../tree.ts';
import type { FilterKindSpec, SearchColumn, SqlWriter } from './kind.ts';

const boundsCache = new Map<AttributePath | undefined, NumberBounds>();

/** The bounds of a range have the limits of the attribute itself. */
export function boundsOf(path: AttributePath | undefined): NumberBounds {
  const bounds = boundsCache.get(path) ?? computeBounds(path);
  boundsCache.set(path, bounds);
  return bounds;
}

function computeBounds(path: AttributePath | undefined): NumberBounds {
  const node = path === undefined ? undefined : attributeAt(path).node;
  if (node?.kind !== 'number' && node?.kind !== 'integer') return {};
  const { minimum, maximum } = node;
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

/** Reads `gte` and `lte` of an object that may have other members. */
export function readBounds(
  members: ReadonlyMap<string, unknown>,
  context: ParseContext,
  bounds: NumberBounds,
): Pick<RangeOperand, 'gte' | 'lte'> | undefined {
  const read = (name: string) =>
    members.has(name) ? readJsonNumber(members.get(name), context.member(name), bounds) : undefined;
  const [gte, lte] = [read('gte'), read('lte')];
  if (!members.has('gte') && !members.has('lte'))
    return context.error('required', 'A range needs `gte`, `lte` or both.');
  if (gte !== undefined && lte !== undefined && gte > lte)
    return context.error('reversed', '`gte` must not be greater than `lte`.');
  return { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) };
}

function parse(
  json: unknown,
  { operators, reads }: RangeFilter,
  context: ParseContext,
): RangeOperand | undefined {
  const members = readJsonMembers(json, operators, context);
  if (members === undefined) return undefined;
  const bounds = readBounds(members, context, boundsOf(reads[0]));
  const orMissing = members.has('orMissing')
    ? readJsonBoolean(members.get('orMissing'), context.member('orMissing'))
    : undefined;
  return bounds && { ...bounds, ...(orMissing === true && { orMissing }) };
}

/** The number, converted to square metres where the filter compares areas. The default unit is the square metre. */
function columns({ column, scope, reads, comparedIn, integer }: RangeFilter): SearchColumn[] {
  const value = firstReader(scope, reads);
  const unit = comparedIn && firstReader(scope, [comparedIn.unitAt]);
  const read = (subject: Subject): number | null => {
    const figure = value(subject);
    if (typeof figure !== 'number') return null;
    const metres = unit && squareMetresIn[unit(subject) as keyof typeof squareMetresIn];
    return figure * (metres ?? 1);
  };
  // The parser of listings refuses whole numbers of more than 32 bits.
  return [{ name: column, type: 'double precision', scope, read, ...(integer && { stored: 'integer' }) }];
}

const schema = ({ operators, reads, description, unit }: RangeFilter): JsonSchema => {
  const { minimum = -MAX_NUMBER, maximum = MAX_NUMBER } = boundsOf(reads[0]);
  const bound = (text: string): JsonSchema => ({ type: 'number', description: text, minimum, maximum });
  const members: Record<string, JsonSchema> = {
    gte: bound('At least this.'),
    lte: bound('At most this.'),
    orMissing: { type: 'boolean', description: 'True: what is not known passes too.' },
  };
  return {
    type: 'object',
    description: `${description}${unit === undefined ? '' : ` In ${unit}.`} Give \`gte\`, \`lte\` or both.`,
    properties: Object.fromEntries(operators.map((operator) => [operator, members[operator] ?? {}])),
    additionalProperties: false,
  };
};

/** A bound of the type of the column, so that an index is used. Bounds of whole numbers may have more than 32 bits. */
const bindLowest = (gte: number | undefined, { integer }: RangeFilter, write: SqlWriter): string =>
  integer ? write.bind(Math.ceil(gte ?? 0), 'bigint') : write.bind(gte, 'double precision');
const bindHighest = (lte: number | undefined, { integer }: RangeFilter, write: SqlWriter): string =>
  integer ? write.bind(Math.floor(lte ?? 0), 'bigint') : write.bind(lte, 'double precision');

export const rangeKind: FilterKindSpec<RangeFilter, RangeOperand> = {
  parse,
  json: (operand) => operand,
  columns,
  schema,
  matches({ gte = -Infinity, lte = Infinity, orMissing = false }, { column }, cells) {
    const cell = cells(column);
    return (property, at) => {
      const figure = cell(property, at);
      if (figure === null) return orMissing;
      return (figure as number) >= gte && (figure as number) <= lte;
    };
  },
  sql({ gte, lte, orMissing }, filter, write) {
    const figure = write.column(filter.column);
    const bounds = [
      ...(gte === undefined ? [] : [`${figure} >= ${bindLowest(gte, filter, write)}`]),
      ...(lte === undefined ? [] : [`${figure} <= ${bindHighest(lte, filter, write)}`]),
    ].join(' and ');
    return orMissing ? `(${figure} is null or ${bounds})` : bounds;
  },
  // Without a subquery for each row: a third of the time of price drops over the country.
  sqlForAny({ gte, lte, orMissing }, filter, write) {
    const { column } = filter;
    if (orMissing || (gte === undefined) === (lte === undefined)) return undefined;
    const bound = gte === undefined ? bindHighest(lte, filter, write) : bindLowest(gte, filter, write);
    const lowest = gte === undefined ? write.indexedLowest?.(column) : undefined;
    const any = `${bound} ${gte === undefined ? '>=' : '<='} any (${write.column(column)})`;
    return lowest === undefined ? any : `${any} and ${lowest} <= ${bound}`;
  },
};
