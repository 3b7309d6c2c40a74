import { Readable } from 'node:stream';
import type { TestEvent } from 'node:test/reporters';
import { spec } from 'node:test/reporters';
import { isCount } from './closing.ts';

/** The spec reporter without its counts, which run-tests.ts prints at the end, after the failures. */
export default async function* reportTests(source: AsyncIterable<TestEvent>) {
  yield* Readable.from(withoutCounts(source)).pipe(new spec());
}

async function* withoutCounts(source: AsyncIterable<TestEvent>) {
  for await (const event of source) if (!isCount(event)) yield event;
}
