import assert from 'node:assert/strict';
import { problems } from '../../src/service/problem.ts';
import { recordProblem } from './recorded-examples.ts';
import { readHeader, type TestResponse } from './test-response.ts';

const MEMBERS = ['type', 'title', 'status', 'detail', 'instance', 'violations'];

/** What must never reach a client: stacks, SQL, modules, internal IP addresses, keys. */
const INTERNAL_DETAILS =
  /\bat .+:\d+:\d+|node_modules|\.ts:\d|select .+ from |\.s\.PGSQL|ECONN|gbl_live_[0-9A-Za-z]{4}/i;

export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  violations?: { propertyPath: string; message: string; code: string }[];
}

/** RFC 9457 in this service: one of the known problems, complete, without internal details. */
export function assertProblem(answered: TestResponse): ProblemBody {
  assert.equal(readHeader(answered, 'content-type'), 'application/problem+json');
  recordProblem(answered);
  const body = answered.body as ProblemBody;
  const name = body.type.replace(/^\/problems\//, '');
  assert.ok(Object.hasOwn(problems, name), `${body.type} is a problem of ours`);
  const known = problems[name as keyof typeof problems];
  assert.equal(body.status, answered.status, 'the body repeats the status');
  assert.equal(known.status, answered.status);
  assert.equal(body.title, known.title);
  assert.ok(body.detail.length > 0);
  assert.equal(body.instance, readHeader(answered, 'x-request-id'), 'instance is the request id');
  assert.deepEqual(
    Object.keys(body).filter((member) => !MEMBERS.includes(member)),
    [],
  );
  assert.doesNotMatch(answered.text, INTERNAL_DETAILS);
  return body;
}

/** Each fault in one line: `400 wrong_type page`. */
export const findProblemErrors = ({ status, body }: TestResponse): string[] =>
  ((body as ProblemBody).violations ?? []).map(
    ({ code, propertyPath }) => `${status} ${code} ${propertyPath}`,
  );
