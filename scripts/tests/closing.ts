import { join, resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { isBundle } from './bundles.ts';

/** The summary of a run. */
export interface TestSummary {
  /** The runner's own lines: "tests 12", "pass 12" and so on. */
  counts: string[];
  skipped: { name: string; file: string; why: string }[];
  files: { file: string; seconds: number }[];
  /** The files with a failure, with what they wrote and what their failing tests threw. */
  failed: { file: string; output: string }[];
}

type Passed = Extract<TestEvent, { type: 'test:pass' }>['data'];
type Failed = Extract<TestEvent, { type: 'test:fail' }>['data'];

export const isCount = (event: TestEvent): boolean =>
  event.type === 'test:diagnostic' &&
  event.data.nesting === 0 &&
  /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/.test(event.data.message);

/** A reporter that writes the summary as JSON, for run-tests.ts to print after the clean-up. */
export default async function* reportSummary(source: AsyncIterable<TestEvent>) {
  const summary = new SummaryBuilder();
  for await (const event of source) summary.add(event);
  yield JSON.stringify(summary.end());
}

const BUNDLED = join(import.meta.dirname, 'bundled.ts');
/** A file in a bundle is a test itself, around those of the file. */
const isBundledFile = ({ nesting, file }: Passed | Failed): boolean => nesting === 0 && file === BUNDLED;
/** The first test of a file in a bundle: its loading. */
const isLoading = ({ nesting, file }: Passed | Failed): boolean => nesting === 1 && file === BUNDLED;
/** A process that ended badly, or a file that cannot be loaded, is a failure named by its file. */
const isProcess = ({ name, file }: Failed): boolean => file !== undefined && resolve(name) === file;
const isFailedByTests = ({ details }: Failed): boolean =>
  (details.error as { failureType?: string }).failureType === 'subtestsFailed';

/** The runner reports file by file: what is written and thrown belongs to the next file that is complete. */
class SummaryBuilder {
  readonly #summary: TestSummary = { counts: [], skipped: [], files: [], failed: [] };
  /** Tests that stand for a file or its loading. The runner counts them. */
  readonly #fileTests = { pass: 0, fail: 0 };
  #output = '';

  add({ type, data }: TestEvent): void {
    if (type === 'test:stdout' || type === 'test:stderr') this.#output += data.message;
    if (type === 'test:pass') this.#addPassed(data);
    if (type === 'test:fail') this.#addFailed(data);
    if (type === 'test:diagnostic' && isCount({ type, data })) this.#summary.counts.push(data.message);
    if (type === 'test:summary' && data.file !== undefined && !isBundle(data.file)) {
      this.#endFile(data.file, data.duration_ms, data.success);
    }
  }

  end(): TestSummary {
    const { pass, fail } = this.#fileTests;
    const excess: Readonly<Record<string, number>> = { tests: pass + fail, pass, fail };
    const counts = this.#summary.counts.map((line) => {
      const [name = '', count] = line.split(' ');
      return `${name} ${Number(count) - (excess[name] ?? 0)}`;
    });
    return { ...this.#summary, counts };
  }

  #addPassed(data: Passed): void {
    if (isLoading(data)) this.#fileTests.pass += 1;
    else if (isBundledFile(data)) {
      this.#fileTests.pass += 1;
      this.#endFile(data.name, data.details.duration_ms, true);
    } else if (data.skip !== undefined && data.skip !== false) {
      const why = typeof data.skip === 'string' && data.skip !== '' ? data.skip : 'no reason given';
      this.#summary.skipped.push({ name: data.name, file: data.file ?? '', why });
    }
  }

  #addFailed(data: Failed): void {
    if (!isFailedByTests(data)) this.#output += `✖ ${data.name}\n${inspect(data.details.error)}\n`;
    else if (isBundledFile(data)) this.#fileTests.fail += 1;
    if (isBundledFile(data)) this.#endFile(data.name, data.details.duration_ms, false);
    else if (data.nesting === 0 && isProcess(data) && data.file !== undefined) {
      this.#endFile(data.file, data.details.duration_ms, false);
    }
  }

  #endFile(path: string, durationMs: number, passed: boolean): void {
    const file = resolve(path);
    this.#summary.files.push({ file, seconds: durationMs / 1000 });
    if (!passed && this.#summary.failed.every((failure) => failure.file !== file)) {
      this.#summary.failed.push({ file, output: this.#output });
    }
    this.#output = '';
  }
}
