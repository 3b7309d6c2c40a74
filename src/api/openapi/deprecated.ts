import { describeDeprecation } from '../../catalogue/deprecation.ts';
import type { Route } from '../route.ts';

const text = (description: string): object => ({ description, schema: { type: 'string' } });

/** The headers of a deprecated route. Those of a deprecated member come only with calls that use it. */
export const deprecationHeader = ({ deprecated }: Route): Record<string, object> =>
  deprecated === undefined
    ? {}
    : {
        Deprecation: text('Since when it is deprecated (RFC 9745).'),
        Sunset: text('When it is gone (RFC 8594).'),
        Link: text('Where to read about it.'),
      };

interface ObjectSchema {
  properties?: Readonly<Record<string, { description?: string }>>;
}

/** The schema of a body with its deprecated members marked. */
export function markMembers(schema: object, marks: NonNullable<Route['deprecatedMembers']>): object {
  const { properties = {} } = schema as ObjectSchema;
  const marked = Object.entries(marks).flatMap(([name, mark]) => {
    const member = properties[name];
    const description = describeDeprecation(member?.description ?? '', mark);
    return member === undefined ? [] : [[name, { ...member, description, deprecated: true }] as const];
  });
  return marked.length === 0
    ? schema
    : { ...schema, properties: { ...properties, ...Object.fromEntries(marked) } };
}
