import recorded from './examples.json' with { type: 'json' };

/** What the conformance tests sent and got: `npm run examples` records it. */
export interface OperationExamples {
  request?: unknown;
  /** By status, then by media type. */
  responses?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface RecordedExamples {
  operations: Readonly<Record<string, OperationExamples>>;
  /** By status. */
  problems: Readonly<Record<string, unknown>>;
  /** By event type. */
  webhooks: Readonly<Record<string, unknown>>;
}

const examples: RecordedExamples = recorded;

export const examplesOf = (operationId: string): OperationExamples => examples.operations[operationId] ?? {};

export const problemExample = (status: number): unknown => examples.problems[status];

export const webhookExample = (eventType: string): unknown => examples.webhooks[eventType];

export const withExample = (media: object, example: unknown): object =>
  example === undefined ? media : { ...media, example };
