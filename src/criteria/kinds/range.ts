import type { RangeFilter } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import { squareMetresIn } from '../../catalogue/measures.ts';
import { type AttributePath, attributeAt } from '../../catalogue/paths.ts';
import type { Here } from '../fault.ts';
import { MAX_NUMBER } from '../limits.ts';
import { firstReader, type Subject } from '../readable.ts';
import type { RangeAsked } from '../tree.ts';
import type { Column, Kind } from './kind.ts';
import { type Bounds, readBoolean, readMembers, readNumber } from './read-json.ts';

const known = new Map<AttributePath | undefined, Bounds>();

/** The bounds of a range are bounded as the figure itself is. */
export function boundsOf(path: AttributePath | undefined): Bounds {
  const bounds = known.get(path) ?? readBoundsOf(path);
  known.set(path, bounds);
  return bounds;
}

function readBoundsOf(path: AttributePath | undefined): Bounds {
  const node = path === undefined ? undefined : attributeAt(path).node;
  if (node?.kind !== 'number' && node?.kind !== 'integer') return {};
  const { minimum, maximum } = node;
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

/** Reads `gte` and `lte` of an object that may hold other members too. */
export function readBounds(
  members: ReadonlyMap<string, unknown>,
  here: Here,
  bounds: Bounds,
): Pick<RangeAsked, 'gte' | 'lte'> | undefined {
  const read = (name: string) =>
    members.has(name) ? readNumber(members.get(name), here.member(name), bounds) : undefined;
  const [gte, lte] = [read('gte'), read('lte')];
  if (!members.has('gte') && !members.has('lte'))
    return here.breach('required', 'A range needs `gte`, `lte` or both.');
  if (gte !== undefined && lte !== undefined && gte > lte)
    return here.breach('reversed', '`gte` must not be greater than `lte`.');
  return { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) };
}

function parse(json: unknown, { operators, reads }: RangeFilter, here: Here): RangeAsked | undefined {
  const members = readMembers(json, operators, here);
  if (members === undefined) return undefined;
  const bounds = readBounds(members, here, boundsOf(reads[0]));
  const orMissing = members.has('orMissing')
    ? readBoolean(members.get('orMissing'), here.member('orMissing'))
    : undefined;
  return bounds && { ...bounds, ...(orMissing === true && { orMissing }) };
}

/** The figure, in square metres where the filter compares so. A unit that is not told is the square metre. */
function columns({ column, judged, reads, comparedIn }: RangeFilter): Column[] {
  const value = firstReader(judged, reads);
  const unit = comparedIn && firstReader(judged, [comparedIn.unitAt]);
  const read = (subject: Subject): number | null => {
    const figure = value(subject);
    if (typeof figure !== 'number') return null;
    const metres = unit && squareMetresIn[unit(subject) as keyof typeof squareMetresIn];
    return figure * (metres ?? 1);
  };
  return [{ name: column, type: 'double precision', judged, read }];
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

export const range: Kind<RangeFilter, RangeAsked> = {
  parse,
  json: (asked) => asked,
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
  sql({ gte, lte, orMissing }, { column }, write) {
    const figure = write.column(column);
    const bounds = [
      ...(gte === undefined ? [] : [`${figure} >= ${write.bind(gte, 'double precision')}`]),
      ...(lte === undefined ? [] : [`${figure} <= ${write.bind(lte, 'double precision')}`]),
    ].join(' and ');
    return orMissing ? `(${figure} is null or ${bounds})` : bounds;
  },
};
