import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Problem } from '../api/problem.ts';
import { shortened } from './told.ts';

/** A model needs the first few to mend a call. */
const MOST_TOLD = 10;
const LONGEST_FAULT = 400;

/** A refusal as a model can act on it: what is wrong, where, and what to do next. */
export function refused(
  { problem, message, violations }: Problem,
  { tool, requestId }: { tool: string; requestId: string },
): CallToolResult {
  const faults = violations
    .slice(0, MOST_TOLD)
    .map(({ propertyPath, message: what }) =>
      shortened(`- ${propertyPath === '' ? 'arguments' : propertyPath}: ${what}`, LONGEST_FAULT),
    );
  const lines = [
    faults.length === 0 ? shortened(message, LONGEST_FAULT) : `${tool} was not carried out:`,
    ...faults,
    ...(violations.length > MOST_TOLD ? [`and ${violations.length - MOST_TOLD} more`] : []),
    next(problem, requestId),
  ];
  return { content: [{ type: 'text', text: lines.join('\n') }], isError: true };
}

function next(problem: Problem['problem'], requestId: string): string {
  if (problem === 'internal')
    return `The fault is ours (request ${requestId}). Tell the user; trying again may help.`;
  if (problem === 'unavailable') return 'Try again in a few seconds.';
  if (problem === 'out-of-credits')
    return 'Tell the user. What costs nothing is still answered: limit 0 counts.';
  if (problem === 'not-found')
    return 'Check the id: list_alerts and search_properties tell the ids that exist.';
  return 'Change these arguments and call again. Nothing was changed.';
}
