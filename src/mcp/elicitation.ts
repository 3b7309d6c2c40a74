import {
  type ElicitRequestFormParams,
  type ElicitResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';

export type ElicitationReply = 'accepted' | 'declined';

/**
 * How to ask the user. A 2026 client gets an "input required" result and calls again. A 2025 session gets the
 * question while its call is open. Other clients cannot ask.
 */
export type Elicitation =
  | { kind: 'retry'; state: string | undefined; reply: ElicitationReply | undefined }
  | { kind: 'inline'; ask(message: string): Promise<ElicitationReply> }
  | { kind: 'none' };

/** How long an open call waits for the reply of a person. */
export const MAX_REPLY_WAIT_MS = 5 * 60_000;
const KEY = 'confirm';

const form = (message: string): ElicitRequestFormParams => ({
  mode: 'form',
  message,
  requestedSchema: {
    type: 'object',
    properties: {
      confirm: { type: 'boolean', title: 'Go ahead', description: 'Nothing is changed otherwise.' },
    },
    required: ['confirm'],
  },
});

const parseReply = (action: string, content: Record<string, unknown> | undefined): ElicitationReply =>
  action === 'accept' && content?.['confirm'] === true ? 'accepted' : 'declined';

/** The result that asks the client to call again with the reply of its user. */
export const buildInputRequired = (message: string, state: string): InputRequiredResult =>
  inputRequired({ inputRequests: { [KEY]: inputRequired.elicit(form(message)) }, requestState: state });

/** `elicits`: whether the client can show a form. */
export function createElicitation(
  ctx: ServerContext,
  era: 'modern' | 'legacy',
  elicits: boolean,
): Elicitation {
  if (!elicits) return { kind: 'none' };
  if (era === 'legacy') return { kind: 'inline', ask: (message) => elicitDuringCall(ctx, message) };
  const view = inputResponse(ctx.mcpReq.inputResponses, KEY);
  return {
    kind: 'retry',
    state: ctx.mcpReq.requestState<string>(),
    reply: view.kind === 'elicit' ? parseReply(view.action, view.content) : undefined,
  };
}

/** Early clients declare elicitation without a mode; they mean a form. */
export function canElicit(capabilities: unknown): boolean {
  const elicitation = (capabilities as { elicitation?: { form?: unknown; url?: unknown } } | undefined)
    ?.elicitation;
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

async function elicitDuringCall({ mcpReq }: ServerContext, message: string): Promise<ElicitationReply> {
  const { mode: _, ...params } = form(message);
  const answer: ElicitResult = await mcpReq.send(
    { method: 'elicitation/create', params: { ...params } },
    { timeout: MAX_REPLY_WAIT_MS, signal: mcpReq.signal },
  );
  return parseReply(answer.action, answer.content as Record<string, unknown> | undefined);
}
