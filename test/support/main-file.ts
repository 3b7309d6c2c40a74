import { join } from 'node:path';

/** What operators start: the command line of the service. */
export const MAIN = join(import.meta.dirname, '../../bin/gable.mjs');
