/**
 * Values and paths of older stored criteria, and their replacements. A renamed filter or value gets an entry here.
 */
export interface FormerWords {
  /** Paths of filters. */
  readonly paths: Readonly<Record<string, string>>;
  /** Values, by today's path of their filter. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Nothing was renamed since 2.0.0. */
export const formerWords: FormerWords = { paths: {}, values: {} };
