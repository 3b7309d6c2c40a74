/** Levels of `and` and `or`, the leaf included. */
export const MOST_DEPTH = 16;
/** Nodes of one tree: groups and leaves. */
export const MOST_NODES = 500;
/** Values of one list. */
export const MOST_VALUES = 10_000;
/** Phrases of one list, and characters of a phrase. */
export const MOST_PHRASES = 25;
export const LONGEST_PHRASE = 200;
/** Characters of a code, a reference, a source or a postal code. */
export const LONGEST_TEXT = 200;
export const LONGEST_URL = 2_048;
export const WIDEST_RADIUS_KM = 1_000;
/** Beyond any price, area or count; a double still counts in thousandths there. */
export const LARGEST_NUMBER = 1e12;
