import type { TimeFilter } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import { momentOf, timestamp } from '../../lib/timestamp.ts';
import type { Here } from '../fault.ts';
import { type Cell, firstReader, isAlwaysThere } from '../readable.ts';
import type { TimeAsked } from '../tree.ts';
import { type Column, type Kind, requiredWhen } from './kind.ts';
import { readMembers } from './read-json.ts';

const written = (milliseconds: number): string => timestamp(new Date(milliseconds));

function readMoment(json: unknown, here: Here): number | undefined {
  if (typeof json !== 'string')
    return here.refuse('wrong_type', 'Must be a timestamp such as 2026-02-11T07:42:10Z.');
  return (
    momentOf(json) ??
    here.breach(
      'wrong_format',
      'Must be a timestamp of RFC 3339 with its offset, such as 2026-02-11T07:42:10Z.',
    )
  );
}

function parse(json: unknown, { operators }: TimeFilter, here: Here): TimeAsked | undefined {
  const members = readMembers(json, operators, here);
  if (members === undefined) return undefined;
  const read = (name: string) =>
    members.has(name) ? readMoment(members.get(name), here.member(name)) : undefined;
  const [from, to] = [read('from'), read('to')];
  if (!members.has('from') && !members.has('to'))
    return here.breach('required', 'A span of time needs `from`, `to` or both.');
  if (from !== undefined && to !== undefined && from > to)
    return here.breach('reversed', '`from` must not be later than `to`.');
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function columns({ column, judged, reads }: TimeFilter): Column[] {
  const first = firstReader(judged, reads);
  const read = (subject: object): number | null => {
    const moment = first(subject);
    return moment === undefined ? null : Date.parse(String(moment));
  };
  const write = (cell: Cell) => (typeof cell === 'number' ? written(cell) : null);
  const restore = (written: unknown) => (typeof written === 'string' ? Date.parse(written) : null);
  const required = requiredWhen(reads.every(isAlwaysThere));
  return [{ name: column, type: 'timestamptz', judged, ...required, read, write, restore }];
}

const schema = ({ operators, description }: TimeFilter): JsonSchema => {
  const moment = (text: string): JsonSchema => ({ type: 'string', format: 'date-time', description: text });
  const members: Record<string, JsonSchema> = {
    from: moment('At this moment or later.'),
    to: moment('Before this moment.'),
  };
  return {
    type: 'object',
    description: `${description} Give \`from\`, \`to\` or both.`,
    properties: Object.fromEntries(operators.map((operator) => [operator, members[operator] ?? {}])),
    additionalProperties: false,
  };
};

export const time: Kind<TimeFilter, TimeAsked> = {
  parse,
  json: ({ from, to }) => ({
    ...(from !== undefined && { from: written(from) }),
    ...(to !== undefined && { to: written(to) }),
  }),
  columns,
  schema,
  matches({ from = -Infinity, to = Infinity }, { column }, cells) {
    const cell = cells(column);
    return (property, at) => {
      const moment = cell(property, at) as number | null;
      return moment !== null && moment >= from && moment < to;
    };
  },
  seen(_, { column }, cells) {
    const cell = cells(column);
    return (property, at) => {
      const moment = cell(property, at) as number | null;
      return { value: moment === null ? null : written(moment), missing: moment === null };
    };
  },
  sql({ from, to }, { column }, write) {
    const moment = write.column(column);
    return [
      ...(from === undefined ? [] : [`${moment} >= ${write.bind(written(from), 'timestamptz')}`]),
      ...(to === undefined ? [] : [`${moment} < ${write.bind(written(to), 'timestamptz')}`]),
    ].join(' and ');
  },
};
