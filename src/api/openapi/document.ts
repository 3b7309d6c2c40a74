import { propertySchemas } from '../../catalogue/json-schema.ts';
import type { PageRoute } from '../page.ts';
import type { Route } from '../route.ts';
import { operation, pageOperation } from './operation.ts';
import { problemResponses, problemSchema } from './problems.ts';
import { resourceSchemas } from './resources.ts';

/** The version of the API and the introduction of its document. */
const INFO = {
  title: 'Gable',
  version: '2.0.0',
  summary: 'Homes advertised on many portals, recognised as one property each.',
  description: [
    'Beta: breaking changes remain possible and are recorded in the changelog.',
    'Every call carries the header `X-API-KEY`. Answers come as JSON:API (`application/vnd.api+json`, the default) or as flat JSON (`application/json`), chosen by the `Accept` header; both carry the same facts. Errors are always `application/problem+json`. All times are UTC.',
  ].join('\n\n'),
  license: { name: 'Proprietary', identifier: 'LicenseRef-Gable' },
};

/** The introduction of a document, and its security schemes. */
export interface OpenApiOptions {
  info: object;
  security: object[];
  securitySchemes: object;
  /** Named schemas that the routes refer to. */
  schemas?: () => Record<string, object>;
}

const DEFAULT_OPTIONS: OpenApiOptions = {
  info: INFO,
  security: [{ apiKey: [] }],
  securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' } },
  schemas: propertySchemas,
};

/** OpenAPI 3.1 from the route table alone: it needs no server and no database. */
export function openApiDocument(
  routes: readonly Route[],
  pages: readonly PageRoute[],
  about: OpenApiOptions = DEFAULT_OPTIONS,
): object {
  const schemas: Record<string, object> = { ...about.schemas?.(), Problem: problemSchema };
  for (const resource of new Set(routes.flatMap((route) => route.answers.flatMap((a) => a.resource ?? [])))) {
    Object.assign(schemas, resourceSchemas(resource));
  }
  for (const route of routes) {
    Object.assign(schemas, route.components);
    for (const { document } of route.answers) if (document) schemas[document.name] = document.schema;
  }
  return {
    openapi: '3.1.0',
    info: about.info,
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    tags: [...new Set([...routes.map((route) => route.tag), 'Service'])].map((name) => ({ name })),
    security: about.security,
    paths: paths(routes, pages),
    components: {
      securitySchemes: about.securitySchemes,
      schemas,
      responses: problemResponses(),
    },
  };
}

function paths(routes: readonly Route[], pages: readonly PageRoute[]): Record<string, object> {
  const found: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    found[route.path] = { ...found[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  for (const page of pages) {
    const method = (page.method ?? 'GET').toLowerCase();
    found[page.path] = { ...found[page.path], [method]: pageOperation(page) };
  }
  return found;
}
