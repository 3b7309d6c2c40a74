import { Type } from 'typebox';
import { findSource, findSourceCategory, listSourceCategories, listSources } from '../../sources/sources.ts';
import { plainResource } from '../resource.ts';
import { type Route, readOne, readPage } from '../route.ts';

const source = plainResource(
  'Source',
  '/sources/{id}',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      name: Type.String({ description: 'What people call the source.' }),
      domain: Type.Union([Type.String(), Type.Null()], {
        description: 'Its internet domain; null when unknown.',
      }),
      slug: Type.String({ description: 'Its short name in listing references and filters.' }),
    },
    { additionalProperties: false, description: 'A place where listings are advertised.' },
  ),
);

const sourceCategory = plainResource(
  'SourceCategory',
  '/source-categories/{id}',
  Type.Object(
    { id: Type.String({ format: 'uuid' }), name: Type.String() },
    { additionalProperties: false, description: 'A kind of source, such as portal or agency.' },
  ),
);

const tag = 'Sources';

export const sourceRoutes: Route[] = [
  readPage({
    path: '/sources',
    operationId: 'listSources',
    tag,
    summary: 'List sources',
    routeType: 'read',
    resource: source,
    query: Type.Object({
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Part of the name; case and accents are ignored.',
        }),
      ),
    }),
    list: ({ db, query }) => listSources(db, query),
  }),
  readOne({
    path: '/sources/{id}',
    operationId: 'getSource',
    tag,
    summary: 'Get a source',
    routeType: 'read',
    resource: source,
    find: ({ db, params }) => findSource(db, params['id'] ?? ''),
  }),
  readPage({
    path: '/source-categories',
    operationId: 'listSourceCategories',
    tag,
    summary: 'List source categories',
    routeType: 'read',
    resource: sourceCategory,
    list: ({ db, query }) => listSourceCategories(db, query.page),
  }),
  readOne({
    path: '/source-categories/{id}',
    operationId: 'getSourceCategory',
    tag,
    summary: 'Get a source category',
    routeType: 'read',
    resource: sourceCategory,
    find: ({ db, params }) => findSourceCategory(db, params['id'] ?? ''),
  }),
];
