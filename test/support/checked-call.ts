import assert from 'node:assert/strict';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { READING_PREFIX } from '../../src/api/console/reading-routes.ts';
import { JSON_API } from '../../src/api/negotiate.ts';
import { assertJsonApi } from './json-api-referee.ts';
import type { OpenApiValidator } from './openapi-referee.ts';
import { assertProblem } from './problem-referee.ts';
import { recordExchange } from './recorded-examples.ts';
import { readHeader, type TestResponse, toTestResponse } from './test-response.ts';

export interface TestRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  path: string;
  /** The key of the API's first account by default; null sends none. */
  key?: string | null;
  accept?: string;
  /** Text and bytes are sent unchanged, anything else as JSON. */
  body?: unknown;
  /** The Content-Type of the body, application/json by default; null sends none. */
  type?: string | null;
  headers?: Record<string, string | string[]>;
  remoteAddress?: string;
  /** The path or method is unknown, or the request fails before routing. */
  outside?: boolean;
  /** The exchange is shown in the OpenAPI document. */
  example?: true;
}

export function toInjectOptions(asking: TestRequest, ownKey: string): InjectOptions {
  const { method = 'GET', path, key = ownKey, accept, body, type = 'application/json' } = asking;
  const payload =
    body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return {
    method,
    url: path,
    headers: {
      ...(key === null ? {} : { 'x-api-key': key }),
      ...(accept === undefined ? {} : { accept }),
      ...(payload === undefined || type === null ? {} : { 'content-type': type }),
      ...asking.headers,
    },
    ...(payload === undefined ? {} : { payload }),
    ...(asking.remoteAddress === undefined ? {} : { remoteAddress: asking.remoteAddress }),
  };
}

/** One call through all middleware; its response is checked against every promise that holds for all responses. */
export async function checkedCall(
  app: FastifyInstance,
  referee: OpenApiValidator,
  asking: TestRequest,
  ownKey: string,
): Promise<TestResponse> {
  const sent = await app.inject(toInjectOptions(asking, ownKey));
  const answered = toTestResponse(sent.statusCode, sent.headers, sent.payload);
  assertResponse(referee, asking, answered);
  return answered;
}

/** A reading route of the console answers as the route of the API that it stands for. */
const documentedPath = (path: string): string =>
  path.startsWith(`${READING_PREFIX}/`) ? path.slice(READING_PREFIX.length) : path;

export function assertResponse(referee: OpenApiValidator, asking: TestRequest, answered: TestResponse): void {
  const { method = 'GET', outside = false } = asking;
  const path = documentedPath(asking.path);
  assert.match(readHeader(answered, 'x-request-id') ?? '', /^req_[0-9a-z]{18,}$/);
  assert.equal(readHeader(answered, 'vary'), 'Accept, Accept-Encoding, Origin');
  if (outside) referee.assertOutsideResponse(answered);
  else referee.assertResponse(method, path, answered);
  recordExchange(referee.matchPath(path), asking, answered);
  const type = readHeader(answered, 'content-type') ?? '';
  if (answered.text === '') return;
  if (type === JSON_API) assertJsonApi(answered.body);
  // The readiness probe has its own format.
  if (answered.status >= 400 && path !== '/health/ready') assertProblem(answered);
}
