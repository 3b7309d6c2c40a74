import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Caller } from '../accounts/authenticate.ts';
import type { RequestFault } from '../lib/request-fault.ts';
import type { RouteType, Services } from '../service/services.ts';
import { validator } from '../service/validator.ts';
import type { Elicitation } from './elicitation.ts';
import { DEFAULT_TOKENS, MAX_TOKENS, MIN_TOKENS } from './tokens.ts';
import type { ToolOutput } from './tool-output.ts';

/** The context of a tool call, beside its arguments. */
export interface ToolCall extends Services {
  caller: Caller;
  /** How the user of the client can be asked. */
  elicitation: Elicitation;
  /** The secret that signs tokens which clients hold between calls. */
  secret(): Promise<Buffer>;
}

/** The contract requires all four on every tool. */
export interface ToolHints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** For tools that only read our own data. */
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
  /** Changes alerts: a key with the scope ALERTS may call it. */
  changesAlerts?: true;
  /** Arguments that `tools/list` has with their type alone; see `publishInput`. */
  brief?: readonly string[];
  faults(args: unknown): RequestFault[];
  run(call: ToolCall, args: object): Promise<ToolOutcome>;
}

/**
 * Arguments are validated once against the schema and trusted afterwards. The tool checks what a schema
 * cannot express.
 */
export function defineTool<Input extends TObject>(
  definition: Omit<Tool, 'input' | 'faults' | 'run'> & {
    input: Input;
    /** The schema to validate with, where the documented one says more. */
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
    description: 'Limits the answer.',
  }),
);

export const orNull = (schema: TSchema, description: string): TSchema =>
  Type.Unsafe({ anyOf: [schema, { type: 'null' }], description });
export const objectSchema = (description: string): TSchema => Type.Unsafe({ type: 'object', description });
