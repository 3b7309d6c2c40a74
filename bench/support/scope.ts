import type { TestScope } from '../../test/support/test-scope.ts';

/** What `work` opens ends with it, the newest first. */
export async function withScope<Result>(work: (scope: TestScope) => Promise<Result>): Promise<Result> {
  const endings: (() => Promise<void>)[] = [];
  try {
    return await work({ after: (end) => void endings.push(end) });
  } finally {
    for (const end of endings.reverse()) await end();
  }
}
