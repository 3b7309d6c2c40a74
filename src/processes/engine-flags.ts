import { setFlagsFromString } from 'node:v8';

/**
 * V8 allocates objects of a call site in the old space once most of its objects survived. Those of a request then do so
 * for good: garbage of the old space holds everything that it refers to until the next full collection, so that a
 * quarter of all allocated bytes survived in two of three processes, whose requests took half as much CPU again
 * (docs/decisions/0055). Read at every collection: it need not be a flag of the command line.
 */
export const disablePretenuring = (): void => setFlagsFromString('--no-allocation-site-pretenuring');

/**
 * For processes that answer no request. Collections of the young space then take one thread: with helper threads, which
 * wait for one another, a new listing takes 3 % more CPU of the worker. Read at every collection too.
 */
export const collectOnOneThread = (): void => setFlagsFromString('--no-parallel-scavenge');
