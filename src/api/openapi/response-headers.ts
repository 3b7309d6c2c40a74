import type { Route } from '../route.ts';

export const textHeader = (description: string): object => ({ description, schema: { type: 'string' } });
const numberHeader = (description: string): object => ({ description, schema: { type: 'integer' } });

/** Of every response of a route that is no problem. */
export const commonHeaders = (route: Route): Record<string, object> => ({
  'X-Request-Id': textHeader('The id of this request.'),
  'X-RateLimit-Limit': numberHeader('Requests allowed in a moving minute.'),
  'X-RateLimit-Remaining': numberHeader('How many of them are left.'),
  // Calls with a key are the ones that are billed.
  ...(route.access === undefined
    ? {
        'X-Credits-Charged': creditHeader('What this answer cost.'),
        'X-Credits-Remaining': creditHeader('What is left.'),
      }
    : {}),
});

const creditHeader = (description: string): object => ({
  description: `${description} Sent to accounts that are billed in credits.`,
  required: false,
  schema: { type: 'integer' },
});
