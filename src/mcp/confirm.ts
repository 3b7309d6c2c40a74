import { createHash } from 'node:crypto';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { canonical } from '../lib/canonical.ts';
import { signToken, verifyToken } from '../lib/signed-token.ts';
import { validationProblem } from '../service/problem.ts';
import { buildInputRequired, type ElicitationReply } from './elicitation.ts';
import type { ToolCall } from './tool.ts';
import type { ToolOutput } from './tool-output.ts';

/** How long a person may take to decide. */
export const MAX_CONFIRMATION_MS = 10 * 60_000;
const PURPOSE = 'confirmation';

/** A change that needs the confirmation of a person. */
export interface Proposal<Over> {
  tool: string;
  /** As they were sent, without a token. */
  args: object;
  /** What would happen, as text for a person. */
  preview(): Promise<string>;
  /** Makes the change idempotent: the id of a new alert, or the version of the alert that is changed. */
  over: Over;
}

interface ConfirmationClaims<Over> {
  until: number;
  key: string;
  tool: string;
  args: string;
  over: Over;
}

export type ConfirmationResult<Over> = { over: Over } | { answer: ToolOutput | InputRequiredResult };

/**
 * Asks the user through the client when it supports elicitation; otherwise through a token that a second call
 * carries.
 */
export async function requireConfirmation<Over>(
  call: ToolCall,
  proposal: Proposal<Over>,
  token: string | undefined,
): Promise<ConfirmationResult<Over>> {
  const { elicitation } = call;
  if (token !== undefined) return { over: await verifyConfirmation(call, proposal, token) };
  if (elicitation.kind === 'inline') {
    const reply = await elicitation.ask(await proposal.preview());
    return reply === 'accepted' ? { over: proposal.over } : { answer: declinedOutput };
  }
  if (elicitation.kind === 'retry' && elicitation.state !== undefined && elicitation.reply !== undefined)
    return applyReply(call, proposal, { state: elicitation.state, reply: elicitation.reply });
  const signed = signToken(await call.secret(), PURPOSE, confirmationClaims(call, proposal));
  const preview = await proposal.preview();
  const answer =
    elicitation.kind === 'retry'
      ? buildInputRequired(preview, signed)
      : confirmationPrompt(proposal.tool, preview, signed);
  return { answer };
}

async function applyReply<Over>(
  call: ToolCall,
  proposal: Proposal<Over>,
  { state, reply }: { state: string; reply: ElicitationReply },
): Promise<ConfirmationResult<Over>> {
  const over = await verifyConfirmation(call, proposal, state);
  return reply === 'accepted' ? { over } : { answer: declinedOutput };
}

const confirmationClaims = <Over>(
  { caller, clock }: ToolCall,
  { tool, args, over }: Proposal<Over>,
): ConfirmationClaims<Over> => ({
  until: clock.now().getTime() + MAX_CONFIRMATION_MS,
  key: caller.apiKeyId,
  tool,
  args: digest(args),
  over,
});

const digest = (args: object): string =>
  createHash('sha256').update(canonical(args)).digest('base64url').slice(0, 22);

/**
 * The `over` of the proposal that was signed. Throws a problem when the token is for another key, tool or
 * arguments, or has expired.
 */
async function verifyConfirmation<Over>(
  { caller, clock, secret }: ToolCall,
  { tool, args }: Proposal<Over>,
  token: string,
): Promise<Over> {
  const claims = verifyToken<ConfirmationClaims<Over>>(await secret(), PURPOSE, token);
  const isOurs = claims?.key === caller.apiKeyId && claims.tool === tool && claims.args === digest(args);
  if (claims === undefined || !isOurs)
    throw validationProblem(
      'confirmationToken',
      'This token was not given out for this key, this tool and exactly these arguments. Call without it for a new preview.',
      'foreign_token',
    );
  if (clock.now().getTime() >= claims.until)
    throw validationProblem(
      'confirmationToken',
      'This token is too old. Call without it for a new preview, and show that to the user.',
      'expired_token',
    );
  return claims.over;
}

const declinedOutput: ToolOutput = {
  text: 'The user declined. Nothing was changed. Do not try again unless the user asks for it.',
  structured: { status: 'DECLINED' },
};

const confirmationPrompt = (tool: string, preview: string, confirmationToken: string): ToolOutput => ({
  text: [
    preview,
    '',
    `NOT DONE YET. Show this to the user. Only when the user agrees, call ${tool} again within ${MAX_CONFIRMATION_MS / 60_000} minutes with exactly the same arguments and confirmationToken: ${confirmationToken}`,
  ].join('\n'),
  structured: { status: 'CONFIRMATION_NEEDED', preview, confirmationToken },
});
