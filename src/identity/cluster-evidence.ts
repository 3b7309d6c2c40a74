import { type Comparison, comparisons } from './levels.ts';
import { MAX_PROGRAMME_BITS, PROGRAMME_FACTS } from './score.ts';
import { ALREADY_LINKED_BONUS_BITS, EVIDENCE_WEIGHTS } from './thresholds.ts';

/** What is held for and against two listings being one home, apart from one another. */
export interface PairEvidence {
  /** What speaks before any fact is looked at: the model's bias and how dense the zone is. */
  prior: number;
  /** The weight of each comparison, in the order of `comparisons`; NaN where one of the two is silent. */
  facts: readonly number[];
  /** Never in one group, however alike. */
  cannotLink: boolean;
  /** Always in one group: an operator said so. */
  mustLink: boolean;
  /** One group since before today. */
  alreadyLinked: boolean;
  /** What they share may be a programme's. */
  newBuild: boolean;
}

/**
 * All links across two groups as one piece of evidence, fact by fact, and such that joining two groups sums up again. Pair by pair a listing
 * that says little speaks against every group, and one that says much is outvoted by those that repeat it on other portals: with means of pairs
 * recall was 3 to 5 points lower in foreign worlds.
 */
export interface ClusterEvidence {
  prior: number;
  pairs: number;
  alreadyLinked: number;
  cannotLink: boolean;
  mustLink: boolean;
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
const OFTEN_DIFFERENT: ReadonlySet<Comparison> = new Set([
  ...(['price', 'otherText', 'ownText', 'flags', 'place', 'point', 'photos', 'bothLive'] as const),
]);
const isSharedOnce = comparisons.map((name) => SHARED_ONCE.has(name));
const isClear = comparisons.map((name) => !OFTEN_DIFFERENT.has(name));
const isFirm = comparisons.map((name) => name === 'point' || !OFTEN_DIFFERENT.has(name));
const isProgrammes = comparisons.map((name) => PROGRAMME_FACTS.has(name));

const PRICE = comparisons.indexOf('price');
const NO_VERDICTS = { contradicted: false, named: false, otherPrice: false };

/** Of facts that are remembered, while they are: a group is decided about anew with each listing that comes to it. Nobody writes into them. */
const evidenceByFacts = new WeakMap<readonly number[], { link: PairEvidence; bond: ClusterEvidence }>();

export function toClusterEvidence(link: PairEvidence): ClusterEvidence {
  const known = evidenceByFacts.get(link.facts);
  if (known !== undefined && isSamePair(known.link, link)) return known.bond;
  const { facts, alreadyLinked, ...rest } = link;
  const answers = facts.map((weight) => (Number.isNaN(weight) ? 0 : 1));
  const weights = facts.map((weight) => (Number.isNaN(weight) ? 0 : weight));
  const alone = { ...rest, alreadyLinked: alreadyLinked ? 1 : 0, pairs: 1, score: 0, ...NO_VERDICTS };
  const bond = computeScore({ ...alone, answers, sums: weights, least: weights, most: weights }, 1);
  evidenceByFacts.set(facts, { link, bond });
  return bond;
}

const isSamePair = (one: PairEvidence, other: PairEvidence): boolean =>
  one.prior === other.prior &&
  one.cannotLink === other.cannotLink &&
  one.mustLink === other.mustLink &&
  one.alreadyLinked === other.alreadyLinked &&
  one.newBuild === other.newBuild;

/** Two bonds with a third group, of groups that became one; `voices` as below. */
export function mergeEvidence(
  one: ClusterEvidence,
  other: ClusterEvidence,
  advertiserPairs: number,
): ClusterEvidence {
  const sum = {
    prior: Math.min(one.prior, other.prior),
    pairs: one.pairs + other.pairs,
    alreadyLinked: one.alreadyLinked + other.alreadyLinked,
    cannotLink: one.cannotLink || other.cannotLink,
    mustLink: one.mustLink || other.mustLink,
    newBuild: one.newBuild || other.newBuild,
    answers: one.answers.slice(),
    sums: one.sums.slice(),
    least: one.least.slice(),
    most: one.most.slice(),
    score: 0,
    ...NO_VERDICTS,
  };
  for (let at = 0; at < isClear.length; at += 1) addAnswers(sum, other, at);
  return computeScore(sum, advertiserPairs);
}

function addAnswers(sum: ClusterEvidence, other: ClusterEvidence, at: number): void {
  const [before, added] = [sum.answers[at] ?? 0, other.answers[at] ?? 0];
  if (added === 0) return;
  const [least, most] = [other.least[at] ?? 0, other.most[at] ?? 0];
  sum.answers[at] = before + added;
  sum.sums[at] = (sum.sums[at] ?? 0) + (other.sums[at] ?? 0);
  sum.least[at] = before === 0 ? least : Math.min(sum.least[at] ?? 0, least);
  sum.most[at] = before === 0 ? most : Math.max(sum.most[at] ?? 0, most);
}

/** `voices`: pairs of advertisers across the two groups. What all of them contradict is no slip of one, and parts the groups when they are several. */
function computeScore(evidence: ClusterEvidence, advertiserPairs: number): ClusterEvidence {
  let [score, programme] = [
    evidence.prior + (evidence.alreadyLinked / evidence.pairs) * ALREADY_LINKED_BONUS_BITS,
    0,
  ];
  for (let at = 0; at < isClear.length; at += 1) {
    const count = evidence.answers[at] ?? 0;
    if (count === 0) continue;
    const mean = (evidence.sums[at] ?? 0) / count;
    const weight = isSharedOnce[at]
      ? mean + ((evidence.most[at] ?? 0) - mean) * EVIDENCE_WEIGHTS.mostShare
      : mean + ((evidence.least[at] ?? 0) - mean) * EVIDENCE_WEIGHTS.leastShare;
    const independent = Math.max(1, (count / evidence.pairs) * advertiserPairs);
    if (weight < 0 && isClear[at]) score += weight * EVIDENCE_WEIGHTS.repeated * Math.log2(independent);
    const isNo = mean <= EVIDENCE_WEIGHTS.no && independent >= EVIDENCE_WEIGHTS.noVoices;
    if (isNo && isClear[at] && !evidence.mustLink) evidence.cannotLink = true;
    if ((evidence.most[at] ?? 0) >= EVIDENCE_WEIGHTS.naming) evidence.named = true;
    if (at === PRICE && (evidence.most[at] ?? 0) < 0) evidence.otherPrice = true;
    if (isFirm[at] && weight <= EVIDENCE_WEIGHTS.against) evidence.contradicted = true;
    if (evidence.newBuild && isProgrammes[at]) programme += weight;
    else score += weight;
  }
  evidence.score = score + Math.min(MAX_PROGRAMME_BITS, programme);
  return evidence;
}
