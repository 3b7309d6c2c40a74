import type { PresenceFilter } from '../../catalogue/filters/kinds.ts';
import { firstReader } from '../readable.ts';
import type { Kind } from './kind.ts';
import { readBoolean } from './read-json.ts';

/** Whether something is stated at all, so that false asks for what is not known. */
export const presence: Kind<PresenceFilter, boolean> = {
  parse: (json, _, here) => readBoolean(json, here),
  json: (asked) => asked,
  columns({ column, judged, reads }) {
    const first = firstReader(judged, reads);
    const read = (subject: object) => first(subject) !== undefined;
    return [{ name: column, type: 'boolean', judged, required: true, read }];
  },
  schema: ({ description }) => ({ type: 'boolean', description }),
  matches(asked, { column }, cells) {
    const cell = cells(column);
    return (property, at) => cell(property, at) === asked;
  },
  sql: (asked, { column }, write) => `${asked ? '' : 'not '}${write.column(column)}`,
  sqlOfAny: (asked, { column }, write) => `${asked} = any (${write.column(column)})`,
};
