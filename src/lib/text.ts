/** Accent- and case-blind form of a text: what two spellings of one word have in common. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
