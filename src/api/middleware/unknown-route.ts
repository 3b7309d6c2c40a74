import type { Middleware } from './middleware.ts';

/** Fourth door: an address that is not there, or not for this method, is refused before a byte of a body is read. */
export const rejectUnknownRoute: Middleware = (request) => request.requestContext.endpoint.refusal?.();
