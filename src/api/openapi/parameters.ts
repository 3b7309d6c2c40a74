import type { TSchema } from 'typebox';
import { describeDeprecation } from '../../catalogue/deprecation.ts';
import type { Route } from '../route.ts';
import { headerParameters } from './conditional.ts';

/** The parameters of a path, of its query and of its headers, each with a description. */
export function parametersOf(route: Route): object {
  const { path, query, deprecatedMembers = {} } = route;
  const inQuery = Object.entries(query.properties).map(([name, schema]) => {
    const { description: own, ...rest } = schema as TSchema & { description?: string };
    const mark = deprecatedMembers[name];
    const description = mark === undefined ? own : describeDeprecation(own ?? '', mark);
    return {
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      ...(description === undefined ? {} : { description }),
      ...(mark === undefined ? {} : { deprecated: true }),
      schema: rest,
    };
  });
  const parameters = [
    ...pathParameters(path, { type: 'string', format: 'uuid' }),
    ...inQuery,
    ...headerParameters(route),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

export const pathParameters = (path: string, schema: object): object[] =>
  [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, collection = '', name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: describePathParameter(collection, name),
    schema,
  }));

/** `/source-categories/{id}` has the id of a source category. */
function describePathParameter(collection: string, name: string): string {
  if (name === 'token') return 'The token in the link of the mail.';
  const noun = collection.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('-', ' ');
  return `The ${/^(?:id|uuid|\w+Id)$/.test(name) ? 'id' : name} of the ${noun}.`;
}
