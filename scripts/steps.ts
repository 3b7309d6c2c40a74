export interface Findings {
  /** Each one fails the step. */
  faults: string[];
  /** Printed only. */
  notes: string[];
}

export interface LintTask {
  name: string;
  run: () => Findings;
}

export const toFindings = (faults: string[]): Findings => ({ faults, notes: [] });

/** Runs every step with a line each, also after one that fails or throws. Returns the names of the failed ones. */
export function runSteps(steps: readonly LintTask[], print: (line: string) => void): string[] {
  const failed = steps.filter((step) => !runStep(step, print)).map(({ name }) => name);
  print(
    failed.length === 0
      ? `lint: all ${steps.length} steps are good`
      : `lint: ${failed.length} of ${steps.length} steps failed: ${failed.join(', ')}`,
  );
  return failed;
}

function runStep({ name, run }: LintTask, print: (line: string) => void): boolean {
  const started = performance.now();
  const { faults, notes } = collectFindings(run);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(18)} ${seconds.padStart(5)} s`);
  for (const note of notes) print(`        note: ${note}`);
  for (const fault of faults) print(fault.replace(/^/gm, '        '));
  return faults.length === 0;
}

function collectFindings(run: () => Findings): Findings {
  try {
    return run();
  } catch (error) {
    return toFindings([`the check itself broke: ${error instanceof Error ? error.stack : error}`]);
  }
}
