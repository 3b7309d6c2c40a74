import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Real files of publishers and portals, where they are beside the checkout. A clone does not have them. */
export const SAMPLES = join(import.meta.dirname, '../../../shared/samples');

export const samplesMissing = existsSync(SAMPLES) ? false : 'no sample files beside this checkout';
