import assert from 'node:assert/strict';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { JSON_API } from '../../src/api/media-type.ts';
import { type Answered, asAnswered, headerOf } from './answered.ts';
import { judgeJsonApi } from './json-api-referee.ts';
import type { OpenApiReferee } from './openapi-referee.ts';
import { judgeProblem } from './problem-referee.ts';

export interface Asking {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  path: string;
  /** The key of the API's first account when left out; null sends none. */
  key?: string | null;
  accept?: string;
  /** Text and bytes are sent as they are, anything else as JSON. */
  body?: unknown;
  /** The Content-Type of the body, application/json when left out; null sends none. */
  type?: string | null;
  headers?: Record<string, string | string[]>;
  remoteAddress?: string;
  /** The address or method is not one of ours, or the request fails before one is looked for. */
  outside?: boolean;
}

export function asInjected(asking: Asking, ownKey: string): InjectOptions {
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

/** One call through all doors, its answer held to everything we promise of every answer. */
export async function judgedCall(
  app: FastifyInstance,
  referee: OpenApiReferee,
  asking: Asking,
  ownKey: string,
): Promise<Answered> {
  const sent = await app.inject(asInjected(asking, ownKey));
  const answered = asAnswered(sent.statusCode, sent.headers, sent.payload);
  judge(referee, asking, answered);
  return answered;
}

export function judge(referee: OpenApiReferee, asking: Asking, answered: Answered): void {
  const { method = 'GET', path, outside = false } = asking;
  assert.match(headerOf(answered, 'x-request-id') ?? '', /^req_[0-9a-z]{18,}$/);
  assert.equal(headerOf(answered, 'vary'), 'Accept');
  if (outside) referee.judgeOutside(answered);
  else referee.judge(method, path, answered);
  const type = headerOf(answered, 'content-type') ?? '';
  if (answered.text === '') return;
  if (type === JSON_API) judgeJsonApi(answered.body);
  // The readiness probe says no in its own words.
  if (answered.status >= 400 && path !== '/health/ready') judgeProblem(answered);
}
