import { propertySchemas } from '../../catalogue/json-schema.ts';
import type { PageRoute } from '../page.ts';
import type { Route } from '../route.ts';
import { describeDefaults } from './described-defaults.ts';
import { nameEnumerations } from './named-enumerations.ts';
import { operation, pageOperation } from './operation.ts';
import { problemResponses, problemSchema } from './problems.ts';
import { reachableSchemas } from './reachable-schemas.ts';
import { replySchemas } from './reply-schemas.ts';
import { requestSchemas } from './request-body.ts';
import { resourceSchemas } from './resources.ts';
import { describeTag } from './tags.ts';
import { webhookSchemas, webhooks } from './webhooks.ts';

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
  /** The events that the service sends. */
  webhooks?: () => Record<string, object>;
  /** Where the service is; by default, where the document comes from. */
  servers?: object[];
}

const OWN_SERVER = { url: '/', description: 'The service that serves this document.' };

export const API_OPTIONS: OpenApiOptions = {
  info: INFO,
  security: [{ apiKey: [] }],
  securitySchemes: {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-KEY',
      description:
        'A key of the account, such as `gbl_live_…`: made on the keys screen of the console. Keep it secret. A key with the scope READ may call every GET and every POST that only asks; one with ALERTS may also change alerts, destinations and favorites. Any other call with them is 403.',
    },
  },
  schemas: () => ({ ...propertySchemas(), ...webhookSchemas() }),
  webhooks,
};

/** OpenAPI 3.1 from the route table alone: it needs no server and no database. */
export function openApiDocument(
  routes: readonly Route[],
  pages: readonly PageRoute[],
  about: OpenApiOptions = API_OPTIONS,
): object {
  const content = nameEnumerations({
    paths: paths(routes, pages),
    ...(about.webhooks && { webhooks: about.webhooks() }),
    schemas: describeDefaults(allSchemas(routes, about)),
  });
  const { schemas, ...operations } = content.document;
  const tags = new Set([...routes.map((route) => route.tag), 'Service']);
  return {
    openapi: '3.1.0',
    info: about.info,
    servers: about.servers ?? [OWN_SERVER],
    tags: [...tags].map(describeTag),
    security: about.security,
    ...operations,
    components: {
      securitySchemes: about.securitySchemes,
      schemas: reachableSchemas([operations, problemResponses()], { ...schemas, ...content.schemas }),
      responses: problemResponses(),
    },
  };
}

function allSchemas(routes: readonly Route[], about: OpenApiOptions): Record<string, object> {
  const schemas: Record<string, object> = { ...about.schemas?.(), Problem: problemSchema };
  for (const resource of new Set(routes.flatMap((route) => route.answers.flatMap((a) => a.resource ?? [])))) {
    Object.assign(schemas, resourceSchemas(resource));
  }
  for (const route of routes) {
    Object.assign(schemas, route.components, requestSchemas(route), replySchemas(route));
    for (const { document } of route.answers) if (document) schemas[document.name] = document.schema;
  }
  return schemas;
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
