import { Problem } from '../problem.ts';
import { newVisit } from '../visit.ts';
import type { Door } from './door.ts';

/** First door: what every answer carries, and the one malformed request that Node lets pass. */
export const enter: Door = (request, reply) => {
  request.visit = newVisit(request);
  reply.header('x-request-id', request.id);
  reply.header('vary', 'Accept');
  return hostHeaders(request.raw.rawHeaders) > 1
    ? new Problem('bad-request', 'The request names its host twice.')
    : undefined;
};

function hostHeaders(rawHeaders: string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
