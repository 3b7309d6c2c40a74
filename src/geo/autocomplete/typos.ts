import type { LetterTree } from './letter-tree.ts';

/** Told once or more for words from one number to another: how many typos away they are, and whether as whole words or by their beginning. */
export type Sighting = (from: number, to: number, typos: number, whole: boolean) => void;

/** Positions of the word are bits of a number, one more than its letters. */
const LONGEST = 30;
const CODES = 128;

/**
 * Finds the words of a tree that are at most so many typos from a given one: a letter too many, missing, wrong, or two
 * exchanged. Walks the tree with all positions the word may stand at as bits (the shift-and automaton of Wu and Manber, with
 * exchanges added): a step costs a few operations whatever the word's length, and a branch ends where no bit is left. Measured on
 * the 29,000 words of French names: one typo 0.03 ms a word, two typos 0.23 ms.
 */
export class TypoFinder {
  readonly #tree: LetterTree;
  readonly #places = new Int32Array(CODES);
  #end = 0;
  #most = 1;
  #beginnings = false;
  #see: Sighting = () => {};

  constructor(tree: LetterTree) {
    this.#tree = tree;
  }

  /** `beginnings` also tells the words that only begin like the given one. */
  find(word: string, options: { most: 1 | 2; beginnings: boolean }, see: Sighting): void {
    if (word.length === 0 || word.length > LONGEST) return;
    this.#places.fill(0);
    for (let at = 0; at < word.length; at += 1) {
      const code = word.charCodeAt(at);
      if (code < CODES) this.#places[code] = (this.#places[code] ?? 0) | (1 << at);
    }
    this.#end = 1 << word.length;
    this.#most = options.most;
    this.#beginnings = options.beginnings;
    this.#see = see;
    this.#walk(0, { right: 1, one: 3, two: 7 }, { right: 0, one: 0, places: 0 });
  }

  #walk(parent: number, now: State, before: Before): void {
    const { letter, firstChild, nextSibling } = this.#tree;
    for (let node = firstChild[parent] ?? 0; node !== 0; node = nextSibling[node] ?? 0) {
      const code = letter[node] ?? 0;
      const places = code < CODES ? (this.#places[code] ?? 0) : 0;
      const next = step(now, before, places);
      if ((this.#most === 1 ? next.one : next.two) === 0) continue;
      this.#tell(node, next);
      this.#walk(node, next, { right: now.right, one: now.one, places });
    }
  }

  #tell(node: number, { right, one, two }: State): void {
    const end = this.#end;
    const typos =
      (right & end) !== 0 ? 0 : (one & end) !== 0 ? 1 : this.#most === 2 && (two & end) !== 0 ? 2 : -1;
    if (typos < 0) return;
    const { from, to, isWord } = this.#tree;
    const [first, last] = [from[node] ?? 0, to[node] ?? 0];
    if (isWord[node] === 1) this.#see(first, first + 1, typos, true);
    if (this.#beginnings) this.#see(first, last, typos, false);
  }
}

/** The positions the word may stand at after no, one or two typos. */
interface State {
  readonly right: number;
  readonly one: number;
  readonly two: number;
}

/** What an exchange of two letters needs to know of the letter before. */
interface Before {
  readonly right: number;
  readonly one: number;
  readonly places: number;
}

function step(now: State, before: Before, places: number): State {
  const exchangeable = (before.places >> 1) & places;
  const right = (now.right & places) << 1;
  const one =
    ((now.one & places) << 1) |
    now.right |
    (now.right << 1) |
    (right << 1) |
    ((before.right & exchangeable) << 2);
  const two =
    ((now.two & places) << 1) | now.one | (now.one << 1) | (one << 1) | ((before.one & exchangeable) << 2);
  return { right, one, two };
}
