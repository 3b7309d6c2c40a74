import assert from 'node:assert/strict';
import { parseCriteria } from '../../src/criteria/parse.ts';
import type { Tree } from '../../src/criteria/tree.ts';

/** The tree of criteria that have no fault. */
export function parseTree(criteria: unknown): Tree {
  const parsed = parseCriteria(criteria);
  assert.ok('tree' in parsed, JSON.stringify({ criteria, parsed }));
  return parsed.tree;
}
