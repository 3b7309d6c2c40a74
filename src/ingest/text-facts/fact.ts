import type { AttributePath } from '../../catalogue/paths.ts';

/** A path in the claims of a listing: `unit.floor`. */
export type ClaimPath = AttributePath extends infer Path
  ? Path extends `property.${infer Inside}`
    ? Inside
    : never
  : never;

/** The lot of a new development is not in the document, but distinguishes its flats. */
export type FactPath = ClaimPath | 'lot';

/** Confidence of a fact: the expected share of such facts that are right. */
export const CERTAIN = 0.98;
export const LIKELY = 0.92;
export const FAIR = 0.85;

export interface TextFact {
  readonly path: FactPath;
  /** Undefined when the text names several values ("du T2 au T4"): all facts of the path are then discarded. */
  readonly value: unknown;
  readonly confidence: number;
}

export const textFact = (path: FactPath, value: unknown, confidence: number): TextFact => ({
  path,
  value,
  confidence,
});

/** The text names several values, or a range. */
export const ambiguousFact = (path: FactPath): TextFact => textFact(path, undefined, CERTAIN);
