import { createHash } from 'node:crypto';
import { answerOnce } from '../../accounts/idempotent-answers.ts';
import { faultsProblem, validationProblem } from '../../service/problem.ts';
import type { ResponseFormat } from '../negotiate.ts';
import type { Route, RouteCall, RouteResponse } from '../route.ts';

const HEADER = 'Idempotency-Key';
/** Printable ASCII. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** An answer as it is stored, in both formats: the repetition may ask for the other. */
interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  documents: Record<ResponseFormat, object>;
}

/** Runs a creation once for each key of an account: a repetition gets the answer of the first call. */
export async function runIdempotently(
  route: Route,
  call: RouteCall,
  { key, body }: { key: string; body: Buffer },
): Promise<RouteResponse> {
  if (!KEY.test(key)) throw malformedKey();
  const { accountId, clock, delivery, target } = call;
  const digest = createHash('sha256').update(`${route.method} ${target.path}\0`).update(body).digest();
  const result = await answerOnce(call.db, { accountId, key, digest, now: clock.now() }, async (db) => {
    const answer = await route.run({ ...call, db, reads: db });
    return { answer, stored: delivery.keyring.encrypt(accountId, JSON.stringify(toStored(answer))) };
  });
  if ('answer' in result) return result.answer;
  if ('refused' in result)
    throw validationProblem(
      HEADER,
      'This key was sent with another request in the last 24 hours.',
      'key_reused',
    );
  const { status, headers, documents } = JSON.parse(
    delivery.keyring.decrypt(accountId, result.repeated),
  ) as StoredAnswer;
  return {
    status,
    results: 0,
    headers: { ...headers, 'idempotent-replayed': 'true' },
    document: (format) => documents[format],
  };
}

const toStored = ({ status, headers = {}, document }: RouteResponse): StoredAnswer => ({
  status,
  headers,
  documents: { flat: document?.('flat') ?? {}, 'json-api': document?.('json-api') ?? {} },
});

const malformedKey = () =>
  faultsProblem([
    {
      propertyPath: HEADER,
      message: 'Must be 1 to 255 printable ASCII characters without spaces.',
      code: 'wrong_format',
      understood: false,
    },
  ]);
