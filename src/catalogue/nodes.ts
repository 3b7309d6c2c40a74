import type { Consolidation } from './consolidation.ts';
import type { Deprecation } from './deprecation.ts';
import type { ChangeAttribute } from './property-vocabularies.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * The closed set of shapes of the property document. A node is plain data; types, JSON Schema, paths and
 * documentation derive from it. A member is optional unless `required`, and never null: an unknown value is
 * absent.
 */
export type Node =
  | TextNode
  | NumberNode<'number'>
  | NumberNode<'integer'>
  | PlainNode<'flag'>
  | PlainNode<'date'>
  | PlainNode<'timestamp'>
  | PlainNode<'point'>
  | ChoiceNode
  | ListNode
  | KeyedNode
  | ObjectNode;

export interface NodeFacts {
  readonly required?: true;
  /** On the member, or on its block when listings are consolidated block by block. */
  readonly consolidate?: Consolidation;
  /** May diverge on a listing, under its own name (true) or another one. */
  readonly variant?: true | string;
  /** On a listing's variant: the path of the consolidated attribute it diverges from. */
  readonly variantOf?: string;
  readonly change?: ChangeAttribute;
  readonly deprecated?: Deprecation;
}

interface TextFacts extends NodeFacts {
  readonly format?: 'uuid' | 'uri' | 'uri-reference' | 'email';
  readonly pattern?: string;
  /** In UTF-16 units, of what a source may state. Longer prose is truncated, a longer name or number is refused. */
  readonly maxLength?: number;
  readonly ifLonger?: 'cut';
}

interface NumberFacts extends NodeFacts {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly unit?: string;
  /** The member in the same block that states the unit. */
  readonly unitFrom?: 'unit' | 'currency';
}

interface PlainNode<Kind> extends NodeFacts {
  readonly kind: Kind;
  readonly description: string;
}

interface TextNode extends PlainNode<'text'>, TextFacts {}

interface NumberNode<Kind> extends PlainNode<Kind>, NumberFacts {}

interface ChoiceNode<Value extends string = string> extends PlainNode<'choice'> {
  readonly vocabulary: Vocabulary<Value>;
}

interface ListNode<Of = Node> extends PlainNode<'list'> {
  readonly of: Of;
}

/** An object with one member per value of a vocabulary. */
interface KeyedNode<Value extends string = string, Of = Node> extends PlainNode<'keyed'> {
  readonly vocabulary: Vocabulary<Value>;
  readonly of: Of;
}

export type Members = { readonly [name: string]: Node };

interface ObjectNode<Of = Members> extends PlainNode<'object'> {
  readonly members: Of;
  readonly shape?: Shape<Of>;
}

/** Members with a name, so that OpenAPI has them once as a component. */
export interface Shape<Of = Members> {
  readonly name: string;
  readonly description: string;
  readonly members: Of;
}

// NoInfer: otherwise a node without facts inside another would infer its facts from the context.
const plain =
  <Kind extends string>(kind: Kind) =>
  <const F extends NodeFacts>(description: string, facts?: F) =>
    ({ kind, description, ...facts }) as PlainNode<Kind> & NoInfer<F>;

const measured =
  <Kind extends string>(kind: Kind) =>
  <const F extends NumberFacts>(description: string, facts?: F) =>
    ({ kind, description, ...facts }) as NumberNode<Kind> & NoInfer<F>;

export const flag = plain('flag');
export const date = plain('date');
export const timestamp = plain('timestamp');
export const point = plain('point');
export const number = measured('number');
export const integer = measured('integer');

export const text = <const F extends TextFacts>(description: string, facts?: F) =>
  ({ kind: 'text', description, ...facts }) as TextNode & NoInfer<F>;

export const choice = <Value extends string, const F extends NodeFacts>(
  description: string,
  vocabulary: Vocabulary<Value>,
  facts?: F,
) => ({ kind: 'choice', description, vocabulary, ...facts }) as ChoiceNode<Value> & NoInfer<F>;

export const list = <Of extends Node, const F extends NodeFacts>(description: string, of: Of, facts?: F) =>
  ({ kind: 'list', description, of, ...facts }) as ListNode<Of> & NoInfer<F>;

export const keyed = <Value extends string, Of extends Node>(
  description: string,
  vocabulary: Vocabulary<Value>,
  of: Of,
): KeyedNode<Value, Of> => ({ kind: 'keyed', description, vocabulary, of });

export const object = <Of extends Members, const F extends NodeFacts>(
  description: string,
  members: Of,
  facts?: F,
) => ({ kind: 'object', description, members, ...facts }) as ObjectNode<Of> & NoInfer<F>;

export const shape = <Of extends Members>(name: string, description: string, members: Of): Shape<Of> => ({
  name,
  description,
  members,
});

export const shaped = <Of extends Members, const F extends NodeFacts>(
  description: string,
  shape: Shape<Of>,
  facts?: F,
) =>
  ({ kind: 'object', description, members: shape.members, shape, ...facts }) as ObjectNode<Of> & NoInfer<F>;
