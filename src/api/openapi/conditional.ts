import { createsResource, isTagged, type Route } from '../route.ts';
import { commonHeaders, textHeader } from './response-headers.ts';

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

export const tagHeader = (route: Route): Record<string, object> =>
  isTagged(route)
    ? { ETag: textHeader('Changes whenever the answer does. Weak: the same in every coding.') }
    : {};

export const notModified = (route: Route): Record<number, object> =>
  isTagged(route)
    ? {
        304: {
          description: 'The ETag sent in If-None-Match still holds. Costs no credits.',
          headers: { ...commonHeaders(route), ...tagHeader(route) },
        },
      }
    : {};
