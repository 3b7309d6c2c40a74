/** Levels of `and` and `or`, the leaf included. */
export const MAX_TREE_DEPTH = 16;
/** Nodes of one tree: groups and leaves. */
export const MAX_TREE_NODES = 500;
/** Values of one list. */
export const MAX_LIST_VALUES = 10_000;
/** Values of all lists of one tree: more than all communes of a country. */
export const MAX_TREE_VALUES = 50_000;
/** Positions of all drawn shapes of one tree: checking 10,000 of them takes up to 12 ms. */
export const MAX_TREE_POSITIONS = 20_000;
/** Phrases of one list, and characters of a phrase. */
export const MAX_PHRASES = 25;
export const MAX_PHRASE_CHARS = 200;
/** Characters of a code, a reference, a source or a postal code. */
export const MAX_TEXT_CHARS = 200;
export const MAX_CRITERIA_URL_CHARS = 2_048;
export const MAX_RADIUS_KM = 1_000;
/** Above any price, area or count; a double is still exact to a thousandth there. */
export const MAX_NUMBER = 1e12;
