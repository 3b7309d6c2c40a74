import type { TSchema } from 'typebox';
import type { RequestFault } from '../lib/request-fault.ts';
import { validator } from './validator.ts';

/** The schema of a request, and a parser for the parts that a schema cannot check. */
export interface RequestForm<Value> {
  schema: TSchema;
  read(sent: object, now: Date): { value: Value } | { faults: RequestFault[] };
}

/** The parsed request, or all its faults: those of the schema first. */
export function parseRequest<Value>(
  { schema, read }: RequestForm<Value>,
  sent: object,
  now: Date,
): { value: Value } | { faults: RequestFault[] } {
  const faults = validator(schema)(sent);
  const parsed = read(sent, now);
  if ('faults' in parsed) return { faults: [...faults, ...parsed.faults] };
  return faults.length > 0 ? { faults } : parsed;
}
