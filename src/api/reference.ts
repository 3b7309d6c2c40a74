import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { Page } from './page.ts';

export function openApiPage(document: object): Page {
  const body = JSON.stringify(document);
  return {
    path: '/openapi.json',
    access: 'open',
    summary: 'This description of the API',
    type: 'application/json',
    statuses: [200],
    schema: { type: 'object' },
    show: () => ({ type: 'application/json', body }),
  };
}

/** The reference page at /docs, whole from our own process: no font, script or call from anywhere else. */
export function addReference(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/docs')) {
      route.config = { ...route.config, door: { access: 'open', name: 'GET /docs' } };
    }
  });
  app.register(scalar, {
    routePrefix: '/docs',
    logLevel: 'silent',
    configuration: {
      url: '/openapi.json',
      title: 'Gable API',
      withDefaultFonts: false,
      hideClientButton: true,
      // Its share, deploy and assistant offers would send a reader, or his key, to somebody else's service.
      showDeveloperTools: 'never',
      defaultOpenAllTags: true,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
}
