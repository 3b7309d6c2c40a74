import { appendFileSync } from 'node:fs';
import type { TestRequest } from './checked-call.ts';
import { readHeader, type TestResponse } from './test-response.ts';

/** One exchange of a test, as a line of the file that `npm run examples` reads. */
export interface RecordedExchange {
  method: string;
  /** As described, such as `/alerts/{id}`. */
  path: string;
  status: number;
  type: string;
  requestType?: string;
  request?: unknown;
  response: unknown;
  /** The test says that this one is the example. */
  preferred?: true;
}

/** A webhook that a receiver of a test got. */
export interface RecordedWebhook {
  webhook: { eventType: string };
}

const FILE = process.env['GABLE_RECORD_EXAMPLES'];

const append = (file: string, line: RecordedExchange | RecordedWebhook): void =>
  appendFileSync(file, `${JSON.stringify(line)}\n`);

export function recordExchange(path: string | undefined, asking: TestRequest, answered: TestResponse): void {
  if (FILE === undefined || path === undefined || asking.method === 'HEAD') return;
  const { method = 'GET', body: request, type: requestType = 'application/json' } = asking;
  append(FILE, {
    method,
    path,
    status: answered.status,
    type: (readHeader(answered, 'content-type') ?? '').split(';')[0] ?? '',
    ...(request === undefined || requestType === null
      ? {}
      : { requestType, request: Buffer.isBuffer(request) ? request.toString() : request }),
    response: answered.body ?? answered.text,
    ...(asking.example && { preferred: true }),
  });
}

/** Problems are also answered before a request is parsed, outside of any described path. */
export function recordProblem(answered: TestResponse): void {
  if (FILE === undefined) return;
  const type = 'application/problem+json';
  append(FILE, { method: '', path: '', status: answered.status, type, response: answered.body });
}

export function recordWebhook(headers: object, body: Buffer): void {
  if (FILE === undefined || !('x-webhook-signature' in headers)) return;
  const webhook: unknown = JSON.parse(body.toString());
  if (typeof webhook === 'object' && webhook !== null && 'eventType' in webhook)
    append(FILE, { webhook: webhook as RecordedWebhook['webhook'] });
}
