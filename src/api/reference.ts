import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, onSendHookHandler, preHandlerHookHandler } from 'fastify';
import { Problem } from '../service/problem.ts';
import type { PageRoute } from './page.ts';
import { documentHeaders, FILE_HEADERS, inlineHashes } from './security-headers.ts';

export function openApiPage(document: object): PageRoute {
  const body = JSON.stringify(document);
  return {
    path: '/openapi.json',
    access: 'open',
    summary: 'OpenAPI document',
    type: 'application/json',
    statuses: [200],
    schema: { type: 'object' },
    show: () => ({ type: 'application/json', body }),
  };
}

/** The handler of the page builds a URL from the host, and would throw on an invalid one. */
const requireValidHost: preHandlerHookHandler = (request, _reply, done) =>
  done(
    URL.canParse(`http://${request.headers.host}`)
      ? undefined
      : new Problem('bad-request', 'The request names no host.'),
  );

/** Its one inline script is allowed by hash; its styles are generated at run time and have no fixed hash. */
const setReferenceHeaders: onSendHookHandler = (_request, reply, payload, done) => {
  const isPage =
    typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html');
  reply.headers(
    isPage
      ? documentHeaders({
          'script-src': `'self' ${inlineHashes(payload, 'script')}`,
          'style-src': "'self' 'unsafe-inline'",
          'img-src': "'self' data: blob:",
          'font-src': "'self' data:",
          'connect-src': "'self'",
          'worker-src': "'self' blob:",
        })
      : FILE_HEADERS,
  );
  done(null, payload);
};

/** The reference page at /docs, served wholly by this process: no font, script or call from elsewhere. */
export function addReference(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/docs')) {
      route.config = { ...route.config, endpoint: { access: 'open', name: 'GET /docs' } };
      route.preHandler = requireValidHost;
      route.onSend = setReferenceHeaders;
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
      // These features would send a reader, or their key, to another company's service.
      showDeveloperTools: 'never',
      defaultOpenAllTags: true,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
}
