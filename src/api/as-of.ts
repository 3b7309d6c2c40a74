import { Type } from 'typebox';
import { type RequestFault, ruleFault } from '../lib/request-fault.ts';
import { faultsProblem } from '../service/problem.ts';

const MOMENT = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?(Z|[+-]\\d\\d:\\d\\d)$';

/** A moment of the past, for reading what was shown then. */
export const asOfParameter = (description: string) =>
  Type.Optional(Type.String({ pattern: MOMENT, description, examples: ['2026-11-01T00:00:00Z'] }));

/** The schema accepts days that no month has. */
export const asOfFaults = (asOf: unknown): RequestFault[] =>
  typeof asOf !== 'string' || !Number.isNaN(Date.parse(asOf))
    ? []
    : [ruleFault('asOf', 'There is no such moment.', 'out_of_range')];

export function requireMoment(asOf: string): Date {
  const faults = asOfFaults(asOf);
  if (faults.length > 0) throw faultsProblem(faults);
  return new Date(asOf);
}
