import type { AttributePath } from '../../catalogue/paths.ts';

/** A place in the claims of a listing: `unit.floor`. */
export type ClaimPath = AttributePath extends infer Path
  ? Path extends `property.${infer Inside}`
    ? Inside
    : never
  : never;

/** The lot of a new programme has no place in the document, yet tells two flats of it apart. */
export type FactPath = ClaimPath | 'lot';

/** How far a reading is to be trusted: the share of such readings that are expected to be right. */
export const CERTAIN = 0.98;
export const LIKELY = 0.92;
export const FAIR = 0.85;

export interface TextFact {
  readonly path: FactPath;
  /** Undefined when the text speaks of several at once ("du T2 au T4"): nothing is then known, whatever else is said. */
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
