import { Type } from 'typebox';
import { parseDateTimeOrDate } from '../../lib/moment.ts';
import type { RequestFault } from '../../lib/request-fault.ts';
import { faultsProblem } from '../../service/problem.ts';

const CREATED_AT_BOUNDS = {
  before: 'on or before this moment',
  strictly_before: 'before this moment',
  after: 'on or after this moment',
  strictly_after: 'after this moment',
} as const;

type Parameter = `createdAt[${keyof typeof CREATED_AT_BOUNDS}]`;

/** The four filters a collection takes on the time of creation. */
export const createdAtParameters = Object.fromEntries(
  Object.entries(CREATED_AT_BOUNDS).map(([sense, meaning]) => [
    `createdAt[${sense}]`,
    Type.Optional(
      Type.String({
        description: `Only what was created ${meaning}. A bare date means 00:00 UTC of that day.`,
        examples: ['2026-03-01'],
      }),
    ),
  ]),
) as Record<Parameter, ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>>;

export interface CreatedAtBounds {
  before?: Date | undefined;
  strictlyBefore?: Date | undefined;
  after?: Date | undefined;
  strictlyAfter?: Date | undefined;
}

export function parseCreatedAt(query: Partial<Record<Parameter, string | undefined>>): CreatedAtBounds {
  const faults: RequestFault[] = [];
  const read = (name: Parameter): Date | undefined => {
    const text = query[name];
    if (text === undefined) return undefined;
    const moment = parseDateTimeOrDate(text);
    if (moment === undefined) faults.push(invalidDateFault(name));
    return moment;
  };
  const moments = {
    before: read('createdAt[before]'),
    strictlyBefore: read('createdAt[strictly_before]'),
    after: read('createdAt[after]'),
    strictlyAfter: read('createdAt[strictly_after]'),
  };
  if (faults.length > 0) throw faultsProblem(faults);
  return moments;
}

export const invalidDateFault = (propertyPath: string): RequestFault => ({
  propertyPath,
  message: 'Must be a date or a date-time with its offset, such as 2026-03-01T12:00:00+01:00.',
  code: 'wrong_format',
  understood: false,
});
