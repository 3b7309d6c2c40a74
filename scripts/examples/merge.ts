import { fitsSchema } from './schemas.ts';

export interface OperationExample {
  request?: unknown;
  responses?: Record<string, Record<string, unknown>>;
}

export interface ExampleFile {
  operations: Record<string, OperationExample>;
  problems: Record<string, unknown>;
  webhooks: Record<string, unknown>;
}

/** The examples of before where they still fit, and the new ones where something is missing. */
export function mergeExamples(
  before: ExampleFile,
  picked: ExampleFile,
  { replaceAll }: { replaceAll: boolean },
): ExampleFile {
  if (replaceAll) return sorted({ ...picked, webhooks: { ...before.webhooks, ...picked.webhooks } });
  const operations: ExampleFile['operations'] = {};
  for (const [operationId, found] of Object.entries(picked.operations)) {
    operations[operationId] = mergeOperation(operationId, before.operations[operationId] ?? {}, found);
  }
  return sorted({
    operations,
    problems: { ...picked.problems, ...before.problems },
    webhooks: { ...picked.webhooks, ...before.webhooks },
  });
}

function mergeOperation(
  operationId: string,
  before: OperationExample,
  picked: OperationExample,
): OperationExample {
  const request = [before.request, picked.request].find(
    (one) => one !== undefined && fitsSchema.request(operationId, one),
  );
  const responses: Record<string, Record<string, unknown>> = {};
  for (const source of [picked.responses ?? {}, before.responses ?? {}]) {
    for (const [status, byType] of Object.entries(source)) {
      const valid = Object.entries(byType).filter((one) => fitsSchema.response(operationId, status, one));
      if (valid.length > 0) responses[status] = { ...responses[status], ...Object.fromEntries(valid) };
    }
  }
  return {
    ...(request !== undefined && { request }),
    ...(Object.keys(responses).length > 0 && { responses }),
  };
}

const sorted = ({ operations, problems, webhooks }: ExampleFile): ExampleFile => ({
  operations: sortMembers(
    Object.fromEntries(Object.entries(operations).filter(([, one]) => Object.keys(one).length > 0)),
  ),
  problems: sortMembers(problems),
  webhooks: sortMembers(webhooks),
});

const sortMembers = <Value>(members: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)));
