import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Problem } from '../service/problem.ts';
import { MAX_TOKENS } from './tokens.ts';
import { budgetOf, fitToBudget, truncateLine } from './tool-output.ts';

/** A model needs the first few to correct a call. */
const MAX_LISTED_FAULTS = 10;
const MAX_FAULT_CHARS = 400;
const SHORT_FAULT_CHARS = 150;

/** A refusal that a model can act on: what is wrong, where, and what to do next. */
export function renderRefusal(
  { problem, message, violations }: Problem,
  { tool, requestId, args }: { tool: string; requestId: string; args: object },
): CallToolResult {
  const faults = violations
    .slice(0, MAX_LISTED_FAULTS)
    .map(({ propertyPath, message: what }) =>
      truncateLine(`- ${propertyPath === '' ? 'arguments' : propertyPath}: ${what}`, MAX_FAULT_CHARS),
    );
  const render = (shown: readonly string[]) => ({
    text: [
      violations.length === 0 ? truncateLine(message, SHORT_FAULT_CHARS) : `${tool} was not carried out:`,
      ...shown,
      ...(violations.length > shown.length ? [`and ${violations.length - shown.length} more`] : []),
      nextStep(problem, requestId),
    ].join('\n'),
    structured: {},
  });
  const { text } = fitToBudget(faults, budgetFor(args), render, (fault) =>
    truncateLine(fault, SHORT_FAULT_CHARS),
  ).output;
  return { content: [{ type: 'text', text }], isError: true };
}

/** The requested budget, when it is within bounds. */
function budgetFor({ maxTokens }: { maxTokens?: unknown }): number {
  return budgetOf(typeof maxTokens === 'number' && maxTokens <= MAX_TOKENS ? { maxTokens } : {});
}

function nextStep(problem: Problem['problem'], requestId: string): string {
  if (problem === 'internal')
    return `The fault is ours (request ${requestId}). Tell the user; trying again may help.`;
  if (problem === 'unavailable') return 'Try again in a few seconds.';
  if (problem === 'query-too-heavy')
    return 'Narrow the question (a smaller place, a shape with fewer corners, a shorter time, a price or type) and call again.';
  if (problem === 'too-many-requests') return 'Wait a few seconds, then call again, one question at a time.';
  if (problem === 'out-of-credits')
    return 'Tell the user. What costs nothing is still answered: limit 0 counts.';
  if (problem === 'not-found')
    return 'Check the id: list_alerts and search_properties list the ids that exist.';
  return 'Change these arguments and call again. Nothing was changed.';
}
