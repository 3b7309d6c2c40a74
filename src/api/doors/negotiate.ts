import { negotiate } from '../negotiate.ts';
import { refusedBodyType } from '../parse/body.ts';
import { refusedUpload } from '../parse/upload.ts';
import { Problem } from '../problem.ts';
import type { Door } from './door.ts';

/** Fifth door: the format of the answer, and whether we can read the body that is coming. */
export const negotiateDoor: Door = (request) => {
  const { prepared } = request.visit.door;
  if (prepared === undefined || prepared.route.download) return undefined;
  const format = negotiate(request.headers.accept);
  if (format === undefined) {
    return new Problem(
      'not-acceptable',
      'Answers are application/vnd.api+json (the default) or application/json.',
    );
  }
  request.visit.format = format;
  if (prepared.route.upload !== undefined) return refusedUpload(request.headers, prepared.route.upload);
  return prepared.parseBody === undefined ? undefined : refusedBodyType(request.headers);
};
