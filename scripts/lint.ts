// npm run lint: every check that needs no running service.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findImportErrors } from './check-imports.ts';
import { nameFindings } from './check-names.ts';
import { sizeFindings } from './check-size.ts';
import { findSleepErrors } from './check-sleeps.ts';
import { findTextErrors } from './check-text.ts';
import { projectFiles } from './project-files.ts';
import { type Findings, type LintTask, runSteps, toFindings } from './steps.ts';

const root = join(import.meta.dirname, '..');
const files = projectFiles(root);

interface LintStep extends LintTask {
  /** The step is skipped without this file. */
  needs?: string;
}

/** Four, the default, each compute the large types of the catalogue again: 27 s of CPU for the console instead of 10. */
const CHECKERS = ['--checkers', '1'];

const steps: readonly LintStep[] = [
  { name: 'format and lint', run: () => command('biome', ['check', '--max-diagnostics=200']) },
  { name: 'import rules', run: () => toFindings(findImportErrors(files)) },
  { name: 'file sizes', run: () => sizeFindings(files) },
  { name: 'exported names', run: () => nameFindings(files) },
  { name: 'text', run: () => toFindings(findTextErrors(files)) },
  { name: 'sleeps of tests', run: () => toFindings(findSleepErrors(files)) },
  { name: 'types', run: () => command('tsc', CHECKERS) },
  { name: 'types of the console', run: () => command('tsc', ['-p', 'src/console', ...CHECKERS]) },
  {
    name: 'generated files',
    run: () => command('node', ['scripts/generate.ts', '--check']),
    needs: 'scripts/generate.ts',
  },
  { name: 'openapi.json', run: () => command('redocly', ['lint', 'openapi.json']), needs: 'openapi.json' },
  {
    name: 'openapi.console.json',
    run: () => command('redocly', ['lint', 'openapi.console.json']),
    needs: 'openapi.console.json',
  },
];

function command(program: string, args: string[]): Findings {
  const path = program === 'node' ? process.execPath : join(root, 'node_modules', '.bin', program);
  // Disables telemetry and the check for a newer version.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const result = spawnSync(path, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, env });
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim();
  const warnings = /\b\d+ warnings?\b/.exec(output)?.[0];
  if (result.status === 0) return { faults: [], notes: warnings ? [`${program} has ${warnings}`] : [] };
  return toFindings([
    output || (result.error?.message ?? `${program} ended with ${result.status ?? result.signal}`),
  ]);
}

const due = steps.filter(({ needs }) => !needs || existsSync(join(root, needs)));
const failed = runSteps(due, (line) => console.log(line));
process.exitCode = failed.length === 0 ? 0 : 1;
