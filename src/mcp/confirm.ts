import { createHash } from 'node:crypto';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { brokenRule } from '../api/problem.ts';
import { canonical } from '../lib/canonical.ts';
import { askAgain, type Reply } from './dialogue.ts';
import { seal, unseal } from './seal.ts';
import type { Told } from './told.ts';
import type { ToolCall } from './tool.ts';

/** How long a person may take to decide. */
export const DECIDE_WITHIN_MS = 10 * 60_000;
const PURPOSE = 'confirmation';

/** A change that a person is to decide on. */
export interface Proposal<Over> {
  tool: string;
  /** As they were sent, without a token. */
  args: object;
  /** What would happen, for a person to read. */
  preview(): Promise<string>;
  /** What the change is made over, so that it takes hold once: the id of what is made, the version of what is changed. */
  over: Over;
}

interface Sealed<Over> {
  until: number;
  key: string;
  tool: string;
  args: string;
  over: Over;
}

export type Decision<Over> = { over: Over } | { answer: Told | InputRequiredResult };

/** The word of the person, asked for through the client when it can, else through a token that a second call brings back. */
export async function decided<Over>(
  call: ToolCall,
  proposal: Proposal<Over>,
  token: string | undefined,
): Promise<Decision<Over>> {
  const { dialogue } = call;
  if (token !== undefined) return { over: await opened(call, proposal, token) };
  if (dialogue.kind === 'meanwhile') {
    const reply = await dialogue.ask(await proposal.preview());
    return reply === 'accepted' ? { over: proposal.over } : { answer: declined };
  }
  if (dialogue.kind === 'again' && dialogue.state !== undefined && dialogue.reply !== undefined)
    return heard(call, proposal, { state: dialogue.state, reply: dialogue.reply });
  const sealed = seal(await call.secret(), PURPOSE, sealedOf(call, proposal));
  const preview = await proposal.preview();
  const answer =
    dialogue.kind === 'again' ? askAgain(preview, sealed) : shown(proposal.tool, preview, sealed);
  return { answer };
}

async function heard<Over>(
  call: ToolCall,
  proposal: Proposal<Over>,
  { state, reply }: { state: string; reply: Reply },
): Promise<Decision<Over>> {
  const over = await opened(call, proposal, state);
  return reply === 'accepted' ? { over } : { answer: declined };
}

const sealedOf = <Over>({ caller, clock }: ToolCall, { tool, args, over }: Proposal<Over>): Sealed<Over> => ({
  until: clock.now().getTime() + DECIDE_WITHIN_MS,
  key: caller.apiKeyId,
  tool,
  args: digest(args),
  over,
});

const digest = (args: object): string =>
  createHash('sha256').update(canonical(args)).digest('base64url').slice(0, 22);

/** What the token was made over; a problem when it is not for this key, tool and arguments, or is too old. */
async function opened<Over>(
  { caller, clock, secret }: ToolCall,
  { tool, args }: Proposal<Over>,
  token: string,
): Promise<Over> {
  const sealed = unseal<Sealed<Over>>(await secret(), PURPOSE, token);
  const isOurs = sealed?.key === caller.apiKeyId && sealed.tool === tool && sealed.args === digest(args);
  if (sealed === undefined || !isOurs)
    throw brokenRule(
      'confirmationToken',
      'This token was not given out for this key, this tool and exactly these arguments. Call without it for a new preview.',
      'foreign_token',
    );
  if (clock.now().getTime() >= sealed.until)
    throw brokenRule(
      'confirmationToken',
      'This token is too old. Call without it for a new preview, and show that to the user.',
      'expired_token',
    );
  return sealed.over;
}

const declined: Told = {
  text: 'The user declined. Nothing was changed. Do not try again unless the user asks for it.',
  structured: { status: 'DECLINED' },
};

const shown = (tool: string, preview: string, confirmationToken: string): Told => ({
  text: [
    preview,
    '',
    `NOT DONE YET. Show this to the user. Only when the user agrees, call ${tool} again within ${DECIDE_WITHIN_MS / 60_000} minutes with exactly the same arguments and confirmationToken: ${confirmationToken}`,
  ].join('\n'),
  structured: { status: 'CONFIRMATION_NEEDED', preview, confirmationToken },
});
