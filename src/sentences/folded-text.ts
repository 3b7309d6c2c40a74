/** A text in lower case without accents, and where each of its characters stands in the original. */
export interface FoldedText {
  readonly original: string;
  readonly text: string;
  /** The offset in the original of the character at an offset of `text`, and of its end. */
  offsetAt(at: number): number;
  words: readonly Word[];
}

/** A word of the folded text. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Begins with a capital in the original. */
  readonly capital: boolean;
}

const OTHER_CHARACTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  '’': "'",
  '‘': "'",
  '`': "'",
  '–': '-',
  '—': '-',
  '−': '-',
  '«': '"',
  '»': '"',
  '“': '"',
  '”': '"',
  '\n': ' ',
  '\t': ' ',
  '\r': ' ',
};

function foldCharacter(character: string): string {
  const folded = character
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return [...folded].map((one) => OTHER_CHARACTERS[one] ?? one).join('');
}

export function foldSentence(original: string): FoldedText {
  let text = '';
  const offsets: number[] = [];
  let at = 0;
  for (const character of original) {
    const folded = foldCharacter(character);
    for (let unit = 0; unit < folded.length; unit += 1) offsets.push(at);
    // A combining mark of its own belongs to the letter before it.
    text += folded;
    at += character.length;
  }
  offsets.push(original.length);
  const offsetAt = (position: number): number => offsets[position] ?? original.length;
  return { original, text, offsetAt, words: splitWords(text, original, offsetAt) };
}

/** "480cc" is two words. */
const WORD = /\d+(?=(?:t?cc|hc|pcm)(?![\p{L}\p{N}]))|[\p{L}\p{N}]+/gu;

const splitWords = (text: string, original: string, offsetAt: (at: number) => number): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
    capital: /\p{Lu}/u.test(original.charAt(offsetAt(index))),
  }));

/** Matches a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
