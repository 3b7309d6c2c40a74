import type { Middleware } from './middleware.ts';

/** Rejects an unknown path or method before any byte of a body is read. */
export const rejectUnknownRoute: Middleware = (request) => request.requestContext.endpoint.refusal?.();
