import type { RecordedExchange, RecordedWebhook } from '../../test/support/recorded-examples.ts';
import type { ExampleFile, OperationExample } from './merge.ts';
import { API_ROUTES } from './routes.ts';
import { fitsSchema } from './schemas.ts';

const PROBLEM = 'application/problem+json';
const BINARY = 'application/vnd.apache.parquet';
/** Long enough to show the members, short enough to read. */
const DESIRED_REQUEST_CHARS = 250;
const DESIRED_RESPONSE_CHARS = 2_500;
const MAX_RESPONSE_CHARS = 20_000;
const MAX_TEXT_CHARS = 1_500;

/** The most telling exchange of each operation, problem and event. */
export function pickExamples(recorded: readonly (RecordedExchange | RecordedWebhook)[]): ExampleFile {
  const exchanges = recorded.filter((one): one is RecordedExchange => 'method' in one);
  const webhooks = recorded.filter((one): one is RecordedWebhook => 'webhook' in one);
  const picked: ExampleFile = { operations: {}, problems: {}, webhooks: {} };
  for (const { operationId, method, path } of API_ROUTES) {
    const own = exchanges.filter((one) => one.method === method && one.path === path && one.type !== PROBLEM);
    picked.operations[operationId] = pickOperation(operationId, own);
  }
  const problems = exchanges.filter(({ type }) => type === PROBLEM);
  for (const [status, own] of Map.groupBy(problems, (one) => one.status)) {
    picked.problems[status] = best(own, 400)?.response;
  }
  for (const [eventType, own] of Map.groupBy(webhooks, ({ webhook }) => webhook.eventType)) {
    const bodies = own.map(({ webhook }) => ({ response: webhook }));
    picked.webhooks[eventType] = best(bodies, DESIRED_RESPONSE_CHARS)?.response;
  }
  return picked;
}

function pickOperation(operationId: string, own: readonly RecordedExchange[]): OperationExample {
  const responses: Record<string, Record<string, unknown>> = {};
  const shown = own.filter(({ type }) => type !== BINARY);
  for (const [status, answered] of Map.groupBy(shown, (one) => one.status)) {
    for (const [type, typed] of Map.groupBy(answered, (one) => one.type)) {
      const response = best(typed, DESIRED_RESPONSE_CHARS)?.response;
      if (response === undefined || response === '' || isTooLong(response)) continue;
      responses[status] = { ...responses[status], [type]: shorten(response) };
    }
  }
  const sent = own.filter(
    ({ status, request, requestType }) =>
      status < 300 && request !== undefined && requestType !== 'application/vnd.api+json',
  );
  const requests = sent
    .map(({ request, preferred }) => ({
      response: typeof request === 'string' ? parsed(request) : request,
      ...(preferred && { preferred }),
    }))
    .filter(({ response }) => isReadable(response) && fitsSchema.request(operationId, response));
  const request = best(requests, DESIRED_REQUEST_CHARS)?.response;
  return {
    ...(request !== undefined && { request }),
    ...(Object.keys(responses).length > 0 && { responses }),
  };
}

const isTooLong = (response: unknown): boolean =>
  typeof response !== 'string' && JSON.stringify(response).length > MAX_RESPONSE_CHARS;

/** A body that a test wrote as text; lines of JSON stay text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Lines are JSON each: not compressed, and none that a test broke. */
const isReadable = (request: unknown): boolean =>
  typeof request !== 'string' || request.split('\n').every((line) => typeof parsed(line) === 'object');

const shorten = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT_CHARS ? `${value.slice(0, MAX_TEXT_CHARS)}…` : value;

/** The readable one whose length is nearest to the desired one; an empty list only when there is nothing else. */
function best<Body extends { response: unknown; preferred?: true }>(
  candidates: readonly Body[],
  desired: number,
): Body | undefined {
  const cost = ({ response, preferred }: Body): number => {
    if (preferred) return -1;
    const text = typeof response === 'string' ? response : JSON.stringify(response);
    return (
      Math.abs(Math.log((text.length + 1) / desired)) + (isOdd(text) ? 5 : 0) + (isTooLong(response) ? 50 : 0)
    );
  };
  return candidates.toSorted((one, other) => cost(one) - cost(other))[0];
}

/** Tests also send hostile texts; those are no examples. */
const isOdd = (text: string): boolean => /\\u00|\ufffd|<script|(.)\1{19}|drop table|\.\.\//i.test(text);
