import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preHandlerHookHandler,
  type RouteHandlerMethod,
} from 'fastify';
import { Problem } from '../service/problem.ts';
import type { PageRoute } from './page.ts';
import { encodeReferenceScript } from './reference-script.ts';
import { documentHeaders, FILE_HEADERS, inlineHashes } from './security-headers.ts';

/** The document is built with the first request for it. */
export function openApiPage(describe: () => object): PageRoute {
  let body: string | undefined;
  return {
    path: '/openapi.json',
    access: 'open',
    summary: 'OpenAPI document',
    type: 'application/json',
    statuses: [200],
    schema: { type: 'object' },
    show: () => {
      body ??= JSON.stringify(describe());
      return { type: 'application/json', body };
    },
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
async function finishReference(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const type = String(reply.getHeader('content-type'));
  if (typeof payload === 'string' && type.includes('javascript'))
    return encodeReferenceScript(request, reply, payload);
  const isPage = typeof payload === 'string' && type.startsWith('text/html');
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
  return payload;
}

const PATHS = ['/docs', '/docs/', '/docs/js/scalar.js'];

/** The reference page at /docs, served wholly by this process: no font, script or call from elsewhere. */
export function addReference(app: FastifyInstance): void {
  let pages: Promise<FastifyInstance> | undefined;
  const handler: RouteHandlerMethod = async (request, reply) => {
    pages ??= openPages();
    const { host = '' } = request.headers;
    const page = await (await pages).inject({ url: request.url, headers: { host } });
    for (const name of ['content-type', 'location'] as const) {
      const value = page.headers[name];
      if (value !== undefined) reply.header(name, value);
    }
    return reply.code(page.statusCode).send(page.payload);
  };
  for (const url of PATHS) {
    app.route({
      method: 'GET',
      url,
      logLevel: 'silent',
      config: { endpoint: { access: 'open', name: 'GET /docs' } },
      preHandler: requireValidHost,
      onSend: finishReference,
      handler,
    });
  }
}

/** Loaded with the first request: its 4 MB of script would cost every start of a process 0.2 s of CPU. */
async function openPages(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const pages = fastify();
  await pages.register(scalar, {
    routePrefix: '/docs',
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
  return pages;
}
