import { Problem } from '../../service/problem.ts';
import { negotiateCoding } from '../compression/content-coding.ts';
import { acceptsEventStream } from '../event-stream.ts';
import { negotiate } from '../negotiate.ts';
import { rejectBodyType } from '../parse/body.ts';
import { rejectUpload } from '../parse/upload.ts';
import type { Middleware } from './middleware.ts';

/** Negotiates the response format, and whether the type of the body is supported. */
export const negotiateFormat: Middleware = (request) => {
  const { prepared } = request.requestContext.endpoint;
  if (prepared === undefined || prepared.route.download) return undefined;
  const format =
    prepared.route.streams && acceptsEventStream(request.headers.accept)
      ? 'flat'
      : negotiate(request.headers.accept);
  if (format === undefined) {
    return new Problem(
      'not-acceptable',
      'Answers are application/vnd.api+json (the default) or application/json.',
    );
  }
  const codings = negotiateCoding(request.headers['accept-encoding'] as string | undefined);
  if (codings === undefined) {
    return new Problem('not-acceptable', 'Answers are sent as br, gzip or as they are (identity).');
  }
  request.requestContext.format = format;
  request.requestContext.codings = codings;
  if (prepared.route.upload !== undefined) return rejectUpload(request.headers, prepared.route.upload);
  return prepared.parseBody === undefined ? undefined : rejectBodyType(request.headers);
};
