import { Type } from 'typebox';
import { orNull } from './tool.ts';

/** The argument to add to the same arguments for the next part of the answer; null at the end. */
export type Continuation = { cursor: string } | { skip: number } | null;

const nextSchema = (member: object, name: string) =>
  orNull(
    Type.Unsafe({ type: 'object', properties: { [name]: member }, required: [name] }),
    'Call again with the same arguments and this beside them for what follows; null at the end.',
  );
export const nextByCursor = nextSchema({ type: 'string' }, 'cursor');
export const nextBySkip = nextSchema({ type: 'integer' }, 'skip');

export const cursor = Type.Optional(Type.String({ maxLength: 2_000, description: 'From `next`.' }));
export const skip = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
    description: 'From `next`.',
  }),
);

/** The position after the rows shown, for lists that every call computes again. */
export const afterSkip = (skipped: number, shown: number, all: number): Continuation =>
  skipped + shown < all ? { skip: skipped + shown } : null;

export const nextLine = (next: Continuation): string[] =>
  next === null
    ? []
    : [
        `There are more: call again with the same arguments and ${Object.entries(next).map(([name, value]) => `${name} ${value}`)}`,
      ];
