import { type Comparison, comparisons } from './levels.ts';
import { PROGRAMME_FACTS, PROGRAMME_MOST } from './score.ts';
import { BOND, HOLD } from './thresholds.ts';

/** What is held for and against two listings being one home, apart from one another. */
export interface Link {
  /** What speaks before any fact is looked at: the model's bias and how dense the zone is. */
  prior: number;
  /** The weight of each comparison, in the order of `comparisons`; NaN where one of the two is silent. */
  facts: readonly number[];
  /** Never in one group, however alike. */
  apart: boolean;
  /** Always in one group: an operator said so. */
  together: boolean;
  /** One group since before today. */
  held: boolean;
  /** What they share may be a programme's. */
  newBuild: boolean;
}

/**
 * All links across two groups as one piece of evidence, fact by fact, and such that joining two groups sums up again. Pair by pair a listing
 * that says little speaks against every group, and one that says much is outvoted by those that repeat it on other portals: with means of pairs
 * recall was 3 to 5 points lower in foreign worlds.
 */
export interface Bond {
  prior: number;
  pairs: number;
  held: number;
  apart: boolean;
  together: boolean;
  newBuild: boolean;
  /**
   * Of each comparison: how many pairs answer it, their weights together, the least and the most of them. Plain lists: a typed array of this
   * length is kept outside of the heap, and to make and to free them took as long as to sum up.
   */
  answers: number[];
  sums: number[];
  least: number[];
  most: number[];
  score: number;
  /** Weak not by silence alone: a fact that two adverts of one home seldom tell otherwise speaks against it. */
  contradicted: boolean;
  /** They share a fact that few homes share. */
  named: boolean;
  /** Their prices lie further apart than a fee, whichever are compared. */
  otherPrice: boolean;
}

/** One price, picture or text in common says much, whatever else was asked, shown or written. */
const SHARED_ONCE: ReadonlySet<Comparison> = new Set([
  'price',
  'photos',
  'otherText',
  'certificate',
  'privatePhone',
  'lot',
]);
/** Where two that show one home often differ: said by several it is no clearer. */
const OFTEN_OTHER: ReadonlySet<Comparison> = new Set([
  ...(['price', 'otherText', 'ownText', 'flags', 'place', 'point', 'photos', 'bothLive'] as const),
]);
const isSharedOnce = comparisons.map((name) => SHARED_ONCE.has(name));
const isClear = comparisons.map((name) => !OFTEN_OTHER.has(name));
const isFirm = comparisons.map((name) => name === 'point' || !OFTEN_OTHER.has(name));
const isProgrammes = comparisons.map((name) => PROGRAMME_FACTS.has(name));

const PRICE = comparisons.indexOf('price');
const UNTOLD = { contradicted: false, named: false, otherPrice: false };

/** Of facts that are remembered, while they are: a group is decided about anew with each listing that comes to it. Nobody writes into them. */
const bonds = new WeakMap<readonly number[], { link: Link; bond: Bond }>();

export function bondOf(link: Link): Bond {
  const known = bonds.get(link.facts);
  if (known !== undefined && isSameLink(known.link, link)) return known.bond;
  const { facts, held, ...rest } = link;
  const answers = facts.map((weight) => (Number.isNaN(weight) ? 0 : 1));
  const weights = facts.map((weight) => (Number.isNaN(weight) ? 0 : weight));
  const alone = { ...rest, held: held ? 1 : 0, pairs: 1, score: 0, ...UNTOLD };
  const bond = scored({ ...alone, answers, sums: weights, least: weights, most: weights }, 1);
  bonds.set(facts, { link, bond });
  return bond;
}

const isSameLink = (one: Link, other: Link): boolean =>
  one.prior === other.prior &&
  one.apart === other.apart &&
  one.together === other.together &&
  one.held === other.held &&
  one.newBuild === other.newBuild;

/** Two bonds with a third group, of groups that became one; `voices` as below. */
export function summed(one: Bond, other: Bond, voices: number): Bond {
  const sum = {
    prior: Math.min(one.prior, other.prior),
    pairs: one.pairs + other.pairs,
    held: one.held + other.held,
    apart: one.apart || other.apart,
    together: one.together || other.together,
    newBuild: one.newBuild || other.newBuild,
    answers: one.answers.slice(),
    sums: one.sums.slice(),
    least: one.least.slice(),
    most: one.most.slice(),
    score: 0,
    ...UNTOLD,
  };
  for (let at = 0; at < isClear.length; at += 1) addAnswers(sum, other, at);
  return scored(sum, voices);
}

function addAnswers(sum: Bond, other: Bond, at: number): void {
  const [before, added] = [sum.answers[at] ?? 0, other.answers[at] ?? 0];
  if (added === 0) return;
  const [least, most] = [other.least[at] ?? 0, other.most[at] ?? 0];
  sum.answers[at] = before + added;
  sum.sums[at] = (sum.sums[at] ?? 0) + (other.sums[at] ?? 0);
  sum.least[at] = before === 0 ? least : Math.min(sum.least[at] ?? 0, least);
  sum.most[at] = before === 0 ? most : Math.max(sum.most[at] ?? 0, most);
}

/** `voices`: pairs of advertisers across the two groups. What all of them contradict is no slip of one, and parts the groups when they are several. */
function scored(bond: Bond, voices: number): Bond {
  let [score, programme] = [bond.prior + (bond.held / bond.pairs) * HOLD, 0];
  for (let at = 0; at < isClear.length; at += 1) {
    const count = bond.answers[at] ?? 0;
    if (count === 0) continue;
    const mean = (bond.sums[at] ?? 0) / count;
    const weight = isSharedOnce[at]
      ? mean + ((bond.most[at] ?? 0) - mean) * BOND.mostShare
      : mean + ((bond.least[at] ?? 0) - mean) * BOND.leastShare;
    const independent = Math.max(1, (count / bond.pairs) * voices);
    if (weight < 0 && isClear[at]) score += weight * BOND.repeated * Math.log2(independent);
    const isNo = mean <= BOND.no && independent >= BOND.noVoices;
    if (isNo && isClear[at] && !bond.together) bond.apart = true;
    if ((bond.most[at] ?? 0) >= BOND.naming) bond.named = true;
    if (at === PRICE && (bond.most[at] ?? 0) < 0) bond.otherPrice = true;
    if (isFirm[at] && weight <= BOND.against) bond.contradicted = true;
    if (bond.newBuild && isProgrammes[at]) programme += weight;
    else score += weight;
  }
  bond.score = score + Math.min(PROGRAMME_MOST, programme);
  return bond;
}
