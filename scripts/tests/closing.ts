import type { TestEvent } from 'node:test/reporters';

/** The summary of a run. */
export interface TestSummary {
  /** The runner's own lines: "tests 12", "pass 12" and so on. */
  counts: string[];
  skipped: { name: string; file: string; why: string }[];
  files: { file: string; seconds: number }[];
}

export const isCount = (event: TestEvent): boolean =>
  event.type === 'test:diagnostic' &&
  event.data.nesting === 0 &&
  /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/.test(event.data.message);

/** A reporter that writes the summary as JSON, for run-tests.ts to print after the clean-up. */
export default async function* reportSummary(source: AsyncIterable<TestEvent>) {
  const end: TestSummary = { counts: [], skipped: [], files: [] };
  for await (const event of source) note(end, event);
  yield JSON.stringify(end);
}

function note(end: TestSummary, event: TestEvent): void {
  if (event.type === 'test:diagnostic' && isCount(event)) end.counts.push(event.data.message);
  if (event.type === 'test:pass' && event.data.skip !== undefined && event.data.skip !== false) {
    const why =
      typeof event.data.skip === 'string' && event.data.skip !== '' ? event.data.skip : 'no reason given';
    end.skipped.push({ name: event.data.name, file: event.data.file ?? '', why });
  }
  if (event.type === 'test:summary' && event.data.file) {
    end.files.push({ file: event.data.file, seconds: event.data.duration_ms / 1000 });
  }
}
