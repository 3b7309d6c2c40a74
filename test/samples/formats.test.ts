import { join } from 'node:path';
import { readExpectations, testFormats } from '../support/format-suites.ts';
import { SAMPLES, samplesMissing } from '../support/samples.ts';

testFormats(readExpectations(join(import.meta.dirname, 'formats')), SAMPLES, samplesMissing);
