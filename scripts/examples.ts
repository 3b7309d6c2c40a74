// npm run examples [-- --all] [test files]: runs conformance tests and keeps what they send and get as the examples of
// the OpenAPI document. Without --all, examples that are there and still fit their schemas stay.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedExchange, RecordedWebhook } from '../test/support/recorded-examples.ts';
import { addJsonApi } from './examples/json-api.ts';
import { type ExampleFile, mergeExamples } from './examples/merge.ts';
import { pickExamples } from './examples/pick.ts';

const root = join(import.meta.dirname, '..');
const TARGET = join(root, 'src/api/openapi/examples.json');
const DEFAULT_TESTS = ['test/conformance', 'test/delivery/webhooks.test.ts'];

const args = process.argv.slice(2);
const tests = args.filter((arg) => !arg.startsWith('--'));
const folder = mkdtempSync(join(tmpdir(), 'gable-examples-'));
const record = process.env['GABLE_RECORD_EXAMPLES'] ?? join(folder, 'exchanges.ndjson');

if (!existsSync(record)) {
  spawnSync(
    process.execPath,
    ['scripts/run-tests.ts', '--postgres=embedded', ...(tests.length > 0 ? tests : DEFAULT_TESTS)],
    { cwd: root, stdio: 'inherit', env: { ...process.env, GABLE_RECORD_EXAMPLES: record } },
  );
}
const lines = readFileSync(record, 'utf8').trimEnd().split('\n');
const recorded = lines.map((line) => JSON.parse(maskSecrets(line)) as RecordedExchange | RecordedWebhook);
const before = JSON.parse(readFileSync(TARGET, 'utf8')) as ExampleFile;
const after = mergeExamples(before, pickExamples(recorded), { replaceAll: args.includes('--all') });
addJsonApi(after);
writeFileSync(TARGET, `${JSON.stringify(after, null, 2)}\n`);
rmSync(folder, { recursive: true, force: true });
console.log(`${Object.keys(after.operations).length} operations have examples`);

/** Keys of the tests open nothing, but a reader cannot know that. */
function maskSecrets(line: string): string {
  return line.replace(/(whsec_|gbl_live_)\w+/g, '$1EXAMPLE');
}
