/** Accent- and case-blind form of a text: what two spellings of one word have in common. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** The words of a text, and nothing of how they are set: two texts with the same words read the same. */
export const wordsOf = (text: string): string =>
  folded(text)
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
