import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const tour = readFileSync(join(root, 'docs/tour.md'), 'utf8');

interface Stop {
  path: string;
  names: string[];
}

/** A link to a file, followed by the names it declares. */
const stopsIn = (text: string): Stop[] =>
  [...text.matchAll(/\]\(\.\.\/(src\/[\w./-]+)\)((?: `\w+`,?)*)/g)].map(([, path = '', names = '']) => ({
    path,
    names: [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  }));

function undeclared({ path, names }: Stop): string[] {
  const source = readFileSync(join(root, path), 'utf8');
  if (names.length === 0) return [`${path}: names nothing`];
  return names
    .filter(
      (name) =>
        !new RegExp(`^(?:export )?(?:async )?(?:function|function\\*|const|class) ${name}\\b`, 'm').test(
          source,
        ),
    )
    .map((name) => `${path}: ${name}`);
}

test('each step of the tour names files that declare the functions beside them', () => {
  const steps = tour.split(/^### /m).slice(1);
  assert.deepEqual(
    steps.map((step) => Number.parseInt(step, 10)),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.ok(steps.every((step) => stopsIn(step).length > 0));
  assert.deepEqual(stopsIn(tour).flatMap(undeclared), []);
});
