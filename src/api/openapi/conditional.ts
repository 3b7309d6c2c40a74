import { createsResource, isTagged, type Route } from '../route.ts';

const text = (description: string): object => ({ description, schema: { type: 'string' } });
const number = (description: string): object => ({ description, schema: { type: 'integer' } });

/** The request headers that a route reads beside those of every route. */
export function headerParameters(route: Route): object[] {
  return [
    ...(isTagged(route)
      ? [header('If-None-Match', 'The ETag of an earlier answer: when it still holds, the answer is 304.')]
      : []),
    ...(createsResource(route)
      ? [
          header(
            'Idempotency-Key',
            'Any text of yours, up to 255 characters. For 24 hours the same request with the same key gets the same answer and creates nothing more.',
          ),
        ]
      : []),
  ];
}

const header = (name: string, description: string): object => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

/** Of every call with a key. */
export const creditHeaders = (route: Route): Record<string, object> =>
  route.access === undefined
    ? {
        'X-Credits-Charged': credits('What this answer cost.'),
        'X-Credits-Remaining': credits('What is left.'),
      }
    : {};

const credits = (description: string): object => ({
  description: `${description} Sent to accounts that are billed in credits.`,
  required: false,
  schema: { type: 'integer' },
});

export const tagHeader = (route: Route): Record<string, object> =>
  isTagged(route) ? { ETag: text('Changes whenever the answer does. Weak: the same in every coding.') } : {};

export const notModified = (route: Route): Record<number, object> =>
  isTagged(route)
    ? {
        304: {
          description: 'The ETag sent in If-None-Match still holds. Costs no credits.',
          headers: {
            'X-Request-Id': text('The id of this request.'),
            'X-RateLimit-Limit': number('Requests allowed in a moving minute.'),
            'X-RateLimit-Remaining': number('How many of them are left.'),
            ...creditHeaders(route),
            ...tagHeader(route),
          },
        },
      }
    : {};
