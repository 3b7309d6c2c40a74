import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Caller } from '../accounts/authenticate.ts';
import type { RequestFault } from '../lib/request-fault.ts';
import type { RouteType, Services } from '../service/services.ts';
import { validator } from '../service/validator.ts';
import type { Elicitation } from './elicitation.ts';
import { DEFAULT_TOKENS, MAX_TOKENS, MIN_TOKENS } from './tokens.ts';
import type { ToolOutput } from './tool-output.ts';

/** What a tool is called with, beside its arguments. */
export interface ToolCall extends Services {
  caller: Caller;
  /** How the person behind the client may be asked. */
  elicitation: Elicitation;
  /** Seals what clients carry between calls. */
  secret(): Promise<Buffer>;
}

/** Set on every tool, as the contract has it. */
export interface ToolHints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Reads what the service knows and nothing else. */
export const READ_ONLY_HINTS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export type ToolOutcome = ToolOutput | InputRequiredResult;

export interface Tool {
  name: string;
  title: string;
  description: string;
  hints: ToolHints;
  input: TObject;
  output: TObject;
  routeType: RouteType;
  faults(args: unknown): RequestFault[];
  run(call: ToolCall, args: object): Promise<ToolOutcome>;
}

/** Checked once against its schema, arguments are trusted to be of their types; what a schema cannot tell is up to the tool. */
export function defineTool<Input extends TObject>(
  definition: Omit<Tool, 'input' | 'faults' | 'run'> & {
    input: Input;
    /** What is checked where more is documented. */
    checked?: TObject;
    run(call: ToolCall, args: Static<Input>): Promise<ToolOutcome>;
  },
): Tool {
  const { checked, run, ...rest } = definition;
  return {
    ...rest,
    faults: validator(checked ?? definition.input),
    run: (call, args) => run(call, args as Static<Input>),
  };
}

export const closed = { additionalProperties: false };

export const maxTokens = Type.Optional(
  Type.Integer({
    minimum: MIN_TOKENS,
    maximum: MAX_TOKENS,
    default: DEFAULT_TOKENS,
    description: 'The most tokens that the answer may take. Less is shown when it would be more.',
  }),
);

export const orNull = (schema: TSchema, description: string): TSchema =>
  Type.Unsafe({ anyOf: [schema, { type: 'null' }], description });
export const objectSchema = (description: string): TSchema => Type.Unsafe({ type: 'object', description });
