import { computeSeed, type RandomSource } from '../../src/world/random.ts';

/** About as many as the adverts of a country use. */
const VOCABULARY = 20_000;
/** Each word has possible successors, the first of them most often. */
const FOLLOWERS = 300;
const SENTENCE = [7, 15] as const;
const SYLLABLES = [
  ...['ba', 'cou', 'dri', 'elle', 'fon', 'gre', 'hui', 'illa', 'jou', 'lan', 'ment', 'nou'],
  ...['oire', 'pla', 'quer', 'ri', 'sol', 'tte', 'urne', 'vien', 'xe', 'ya', 'zon', 'ée'],
];

/** Later ones are rarer: the tenth is a tenth as frequent as the first. */
const rankAt = (unit: number, count: number): number => Math.floor(count ** unit) - 1;

function wordAt(rank: number): string {
  let [left, word] = [rank, ''];
  do {
    word += SYLLABLES[left % SYLLABLES.length];
    left = Math.floor(left / SYLLABLES.length);
  } while (left > 0);
  return word;
}

/** A sentence from a whole vocabulary, in which each word has preferred successors. */
export function madeSentence(chance: RandomSource): string {
  let rank = rankAt(chance.unit(), VOCABULARY);
  const words = [wordAt(rank)];
  for (let left = chance.whole(...SENTENCE); left > 0; left -= 1) {
    const follower = computeSeed('follower', rank, rankAt(chance.unit(), FOLLOWERS));
    rank = rankAt(follower / 2 ** 32, VOCABULARY);
    words.push(wordAt(rank));
  }
  return words.join(' ');
}
