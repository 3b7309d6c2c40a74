import type { LetterTree } from './letter-tree.ts';

/** Called for ranges of word numbers with their distance in typos, and whether they match in full or by a prefix. */
export type OnTypoMatch = (from: number, to: number, typos: number, whole: boolean) => void;

/** Positions of the word are bits of a number, one more than its letters. */
const MAX_WORD_CHARS = 30;
const CODES = 128;
/** A deeper word of the trie cannot be within two typos of a word of 30 letters. */
const MAX_TREE_DEPTH = MAX_WORD_CHARS + 4;

/**
 * Finds the words of a trie within a number of typos: a letter too many, missing, wrong, or two swapped. It traverses
 * the trie with all positions of the word as bits: the shift-and automaton of Wu and Manber, extended by swaps. A step
 * costs a few operations whatever the length of the word, and a branch ends when no bit is set. Measured on the 29,000
 * words of French names: 0.02 ms a word for one typo, 0.15 ms for two.
 */
export class TypoFinder {
  readonly #tree: LetterTree;
  /** By letter: the bits of its positions in the word. */
  readonly #letterPositions = new Int32Array(CODES);
  /** By depth: the positions after no, one or two typos, and the bits of the letter of that depth. */
  readonly #right = new Int32Array(MAX_TREE_DEPTH + 1);
  readonly #one = new Int32Array(MAX_TREE_DEPTH + 1);
  readonly #two = new Int32Array(MAX_TREE_DEPTH + 1);
  readonly #letter = new Int32Array(MAX_TREE_DEPTH + 1);
  #end = 0;
  #maxTypos = 1;
  #beginnings = false;
  #onMatch: OnTypoMatch = () => {};

  constructor(tree: LetterTree) {
    this.#tree = tree;
  }

  /** `beginnings` also reports the words that only start like the given one. */
  find(word: string, options: { maxTypos: 1 | 2; beginnings: boolean }, onMatch: OnTypoMatch): void {
    if (word.length === 0 || word.length > MAX_WORD_CHARS) return;
    this.#letterPositions.fill(0);
    for (let at = 0; at < word.length; at += 1) {
      const code = word.charCodeAt(at);
      if (code < CODES) this.#letterPositions[code] = (this.#letterPositions[code] as number) | (1 << at);
    }
    this.#end = 1 << word.length;
    this.#maxTypos = options.maxTypos;
    this.#beginnings = options.beginnings;
    this.#onMatch = onMatch;
    this.#right[0] = 1;
    this.#one[0] = 0b11;
    this.#two[0] = 0b111;
    this.#letter[0] = 0;
    this.#scan(0, 1);
  }

  #scan(parent: number, depth: number): void {
    const { letter, firstChild, nextSibling } = this.#tree;
    for (let node = firstChild[parent] as number; node !== 0; node = nextSibling[node] as number) {
      const code = letter[node] as number;
      this.#step(depth, code < CODES ? (this.#letterPositions[code] as number) : 0);
      if (((this.#maxTypos === 1 ? this.#one[depth] : this.#two[depth]) as number) === 0) continue;
      this.#report(node, depth);
      if (depth < MAX_TREE_DEPTH) this.#scan(node, depth + 1);
    }
  }

  #step(depth: number, places: number): void {
    const [rights, ones, twos] = [this.#right, this.#one, this.#two];
    const beforeRight = rights[depth - 1] as number;
    const beforeOne = ones[depth - 1] as number;
    const beforeTwo = twos[depth - 1] as number;
    let exchangedOne = 0;
    let exchangedTwo = 0;
    if (depth > 1) {
      const exchangeable = ((this.#letter[depth - 1] as number) >> 1) & places;
      exchangedOne = ((rights[depth - 2] as number) & exchangeable) << 2;
      exchangedTwo = ((ones[depth - 2] as number) & exchangeable) << 2;
    }
    const right = (beforeRight & places) << 1;
    const one = ((beforeOne & places) << 1) | beforeRight | (beforeRight << 1) | (right << 1) | exchangedOne;
    rights[depth] = right;
    ones[depth] = one;
    twos[depth] = ((beforeTwo & places) << 1) | beforeOne | (beforeOne << 1) | (one << 1) | exchangedTwo;
    this.#letter[depth] = places;
  }

  #report(node: number, depth: number): void {
    const typos = this.#typosAt(depth);
    if (typos < 0) return;
    const { from, to, isWord } = this.#tree;
    const first = from[node] as number;
    if (isWord[node] === 1) this.#onMatch(first, first + 1, typos, true);
    if (this.#beginnings) this.#onMatch(first, to[node] as number, typos, false);
  }

  /** The number of typos at which the whole word was reported; -1 when not yet. */
  #typosAt(depth: number): number {
    const end = this.#end;
    if (((this.#right[depth] as number) & end) !== 0) return 0;
    if (((this.#one[depth] as number) & end) !== 0) return 1;
    return this.#maxTypos === 2 && ((this.#two[depth] as number) & end) !== 0 ? 2 : -1;
  }
}
