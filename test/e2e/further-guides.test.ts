import { test } from 'node:test';
import { guidesSkipped, runGuides } from '../support/guides.ts';

test(
  'every block of commands in the further guides runs as written',
  {
    skip: guidesSkipped,
    timeout: 300_000,
  },
  (t) => runGuides(t, 2),
);
