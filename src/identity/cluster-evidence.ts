import { type Comparison, comparisons } from './levels.ts';
import { BUILDING_FACTS, MAX_BUILDING_BITS, MAX_PROGRAMME_BITS, PROGRAMME_FACTS } from './score.ts';
import { ALREADY_LINKED_BONUS_BITS, EVIDENCE_WEIGHTS } from './thresholds.ts';

/** The evidence for and against two listings being one home, fact by fact. */
export interface PairEvidence {
  /** The score before any fact: the model's bias and the density of the zone. */
  prior: number;
  /** The weight of each comparison, in the order of `comparisons`; NaN where one of the two is silent. */
  facts: readonly number[];
  /** Never in one group, however alike. */
  cannotLink: boolean;
  /** A conflict between the two that no likeness outweighs. */
  vetoed: boolean;
  /** The conflict is that two new homes have different prices. */
  vetoedByPrice?: boolean;
  /** One office shows both at one portal, and whether it offers them there as two homes. */
  sideBySide?: boolean;
  twoOffers?: boolean;
  /** Two new homes that agree in what distinguishes the lots of a programme. */
  oneLot?: boolean;
  /** Always in one group, by an operator's override. */
  mustLink: boolean;
  /** One group since before today. */
  alreadyLinked: boolean;
  /** What they share may be a programme's. */
  newBuild: boolean;
  /** Neither has a text, photo or advertiser to compare. */
  figuresOnly: boolean;
  /** They may be two flats of one building. */
  mayShareBuilding?: boolean;
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
  /** An operator separated two of them, or several advertisers contradict each other: later pairs do not change that. */
  separated: boolean;
  /** Vetoed pairs, and those of them that only their prices veto. */
  vetoes: number;
  priceVetoes: number;
  /** Pairs of one office at one portal, and those of them that it offers as two homes. */
  sideBySide: number;
  twoOffers: number;
  oneLot: boolean;
  mustLink: boolean;
  newBuild: boolean;
  /** So for all pairs. */
  figuresOnly: boolean;
  /** So for some pair. */
  mayShareBuilding: boolean;
  /**
   * Of each comparison: how many pairs answer it, their weights together, the least and the most of them. Plain lists: a typed array of this
   * length is kept outside of the heap, and to make and to free them took as long as to sum up.
   */
  answers: number[];
  sums: number[];
  least: number[];
  most: number[];
  score: number;
  /** A fact on which two adverts of one home nearly always agree contradicts it. */
  contradicted: boolean;
  /** Another year, energy class or quarter: two adverts of one home mostly agree on it. */
  doubted: boolean;
  /** They share a fact that few homes share. */
  named: boolean;
  /** Their prices lie further apart than a fee, whichever are compared. */
  otherPrice: boolean;
  /** So far apart that neither a fee nor a move explains it, or two rents. */
  farPrice: boolean;
}

/** One shared price, picture, text or town counts, whatever else the adverts show. */
const SHARED_ONCE: ReadonlySet<Comparison> = new Set([
  'price',
  'rent',
  'place',
  'photos',
  'otherText',
  'words',
  'certificate',
  'privatePhone',
  'lot',
]);
/** Facts in which adverts of one home often differ: repetition by several advertisers adds nothing. */
const OFTEN_DIFFERENT: ReadonlySet<Comparison> = new Set([
  ...([
    'price',
    'rent',
    'otherText',
    'words',
    'ownText',
    'flags',
    'place',
    'point',
    'photos',
    'bothLive',
  ] as const),
]);
const isSharedOnce = comparisons.map((name) => SHARED_ONCE.has(name));
const isClear = comparisons.map((name) => !OFTEN_DIFFERENT.has(name));
/** Costs are those of some year: two offices may both state older ones. They weigh, but do not separate. */
const isSeparating = comparisons.map(
  (name) => !OFTEN_DIFFERENT.has(name) && name !== 'charges' && name !== 'tax',
);
const isFirm = comparisons.map((name) => name === 'point' || !OFTEN_DIFFERENT.has(name));
const isBuildings = comparisons.map((name) => BUILDING_FACTS.has(name));
const isProgrammes = comparisons.map((name) => PROGRAMME_FACTS.has(name));

const isPrices = comparisons.map((name) => name === 'price' || name === 'rent');
/**
 * Comparisons that say one thing in two ways, each after the one that it repeats. Energy class and figures are of one
 * certificate; a rent is compared as a price within one office. Some pairs of a group have the one and some the other.
 */
const REPEATED = comparisons.map((name) =>
  name === 'letter' ? comparisons.indexOf('energy') : name === 'rent' ? comparisons.indexOf('price') : -1,
);
const NO_VERDICTS = { contradicted: false, doubted: false, named: false, otherPrice: false, farPrice: false };

/** Evidence by its facts, as long as those are cached: each new listing of a group asks for the same pairs. Read-only. */
const evidenceByFacts = new WeakMap<readonly number[], { link: PairEvidence; bond: ClusterEvidence }>();

export function toClusterEvidence(link: PairEvidence): ClusterEvidence {
  const known = evidenceByFacts.get(link.facts);
  if (known !== undefined && isSamePair(known.link, link)) return known.bond;
  const { facts, alreadyLinked, vetoed, cannotLink: separated, ...rest } = link;
  const { vetoedByPrice = false, oneLot = false, mayShareBuilding = false } = link;
  const { sideBySide = false, twoOffers = false } = link;
  const answers = facts.map((weight) => (Number.isNaN(weight) ? 0 : 1));
  const weights = facts.map((weight) => (Number.isNaN(weight) ? 0 : weight));
  const alone = {
    ...rest,
    separated,
    cannotLink: false,
    vetoes: vetoed ? 1 : 0,
    priceVetoes: vetoedByPrice ? 1 : 0,
    sideBySide: sideBySide ? 1 : 0,
    twoOffers: twoOffers ? 1 : 0,
    oneLot,
    mayShareBuilding,
    alreadyLinked: alreadyLinked ? 1 : 0,
    pairs: 1,
    score: 0,
    ...NO_VERDICTS,
  };
  const bond = computeScore({ ...alone, answers, sums: weights, least: weights, most: weights }, [1, 1]);
  evidenceByFacts.set(facts, { link, bond });
  return bond;
}

const isSamePair = (one: PairEvidence, other: PairEvidence): boolean =>
  one.prior === other.prior &&
  one.cannotLink === other.cannotLink &&
  one.vetoed === other.vetoed &&
  one.vetoedByPrice === other.vetoedByPrice &&
  one.sideBySide === other.sideBySide &&
  one.twoOffers === other.twoOffers &&
  one.oneLot === other.oneLot &&
  one.mustLink === other.mustLink &&
  one.alreadyLinked === other.alreadyLinked &&
  one.newBuild === other.newBuild &&
  one.figuresOnly === other.figuresOnly &&
  one.mayShareBuilding === other.mayShareBuilding;

/** The evidence of two merged groups with a third. */
export function mergeEvidence(
  one: ClusterEvidence,
  other: ClusterEvidence,
  advertisers: AdvertiserCounts,
): ClusterEvidence {
  const sum = {
    prior: Math.min(one.prior, other.prior),
    pairs: one.pairs + other.pairs,
    alreadyLinked: one.alreadyLinked + other.alreadyLinked,
    cannotLink: false,
    separated: one.separated || other.separated,
    vetoes: one.vetoes + other.vetoes,
    priceVetoes: one.priceVetoes + other.priceVetoes,
    sideBySide: one.sideBySide + other.sideBySide,
    twoOffers: one.twoOffers + other.twoOffers,
    oneLot: one.oneLot || other.oneLot,
    mustLink: one.mustLink || other.mustLink,
    newBuild: one.newBuild || other.newBuild,
    figuresOnly: one.figuresOnly && other.figuresOnly,
    mayShareBuilding: one.mayShareBuilding || other.mayShareBuilding,
    answers: one.answers.slice(),
    sums: one.sums.slice(),
    least: one.least.slice(),
    most: one.most.slice(),
    score: 0,
    ...NO_VERDICTS,
  };
  for (let at = 0; at < isClear.length; at += 1) addAnswers(sum, other, at);
  return computeScore(sum, advertisers);
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

/**
 * Where an advert of each group shows that they are one lot, the other prices of the two are that lot with fees, or
 * before a move: they are no conflict.
 */
export const countVetoes = ({ vetoes, priceVetoes, oneLot }: ClusterEvidence): number =>
  oneLot ? vetoes - priceVetoes : vetoes;

/**
 * The share of vetoed pairs. Whether one office offers two homes is judged by its own adverts at one portal: those of
 * other offices, and its own elsewhere, cannot show it.
 */
export const vetoShare = (evidence: ClusterEvidence): number =>
  Math.max(
    countVetoes(evidence) / evidence.pairs,
    evidence.sideBySide === 0 ? 0 : evidence.twoOffers / evidence.sideBySide,
  );

/** What a comparison says beyond one that says the same: both together count once. */
const beyond = (weight: number, repeated: number): number =>
  weight * repeated <= 0 ? weight : Math.sign(weight) * Math.max(0, Math.abs(weight) - Math.abs(repeated));

/** What all pairs together state of a comparison; 0 where none answers it. */
function computeStated({ answers, sums, most, least }: ClusterEvidence, at: number): number {
  const count = answers[at] ?? 0;
  if (count === 0) return 0;
  const mean = (sums[at] ?? 0) / count;
  return isSharedOnce[at]
    ? mean + ((most[at] ?? 0) - mean) * EVIDENCE_WEIGHTS.mostShare
    : mean + ((least[at] ?? 0) - mean) * EVIDENCE_WEIGHTS.leastShare;
}

/** Advertisers of each of two groups. */
type AdvertiserCounts = readonly [number, number];

/**
 * What advertisers of both groups contradict is no misprint, and separates the groups when there are several on each
 * side: one office with an old certificate contradicts four others that are right.
 */
function computeScore(evidence: ClusterEvidence, [one, other]: AdvertiserCounts): ClusterEvidence {
  let isContradicted = false;
  let building = 0;
  let [score, programme] = [
    evidence.prior + (evidence.alreadyLinked / evidence.pairs) * ALREADY_LINKED_BONUS_BITS,
    0,
  ];
  for (let at = 0; at < isClear.length; at += 1) {
    const count = evidence.answers[at] ?? 0;
    if (count === 0) continue;
    const mean = (evidence.sums[at] ?? 0) / count;
    const stated = computeStated(evidence, at);
    const repeated = REPEATED[at] ?? -1;
    const weight = repeated < 0 ? stated : beyond(stated, computeStated(evidence, repeated));
    const independent = Math.max(1, (count / evidence.pairs) * Math.min(one, other) ** 2);
    if (weight < 0 && isClear[at]) score += weight * EVIDENCE_WEIGHTS.repeated * Math.log2(independent);
    const isNo =
      mean <= EVIDENCE_WEIGHTS.no && independent >= EVIDENCE_WEIGHTS.noVoices && Math.min(one, other) > 1;
    if (isNo && isSeparating[at]) isContradicted = true;
    if ((evidence.most[at] ?? 0) >= EVIDENCE_WEIGHTS.naming) evidence.named = true;
    if (isPrices[at] && (evidence.most[at] ?? 0) < 0) evidence.otherPrice = true;
    if (isPrices[at] && (evidence.most[at] ?? 0) <= EVIDENCE_WEIGHTS.farPrice) evidence.farPrice = true;
    if (isFirm[at] && weight <= EVIDENCE_WEIGHTS.against) evidence.contradicted = true;
    if (isClear[at] && weight <= EVIDENCE_WEIGHTS.doubt) evidence.doubted = true;
    if (evidence.newBuild && isProgrammes[at]) programme += weight;
    else if (evidence.mayShareBuilding && isBuildings[at]) building += weight;
    else score += weight;
  }
  const share = vetoShare(evidence);
  const isVetoed = share >= EVIDENCE_WEIGHTS.vetoShare && !evidence.mustLink;
  const bits = score + Math.min(MAX_PROGRAMME_BITS, programme) + Math.min(MAX_BUILDING_BITS, building);
  if (isContradicted && bits < EVIDENCE_WEIGHTS.firm && !evidence.mustLink) evidence.separated = true;
  evidence.cannotLink = evidence.separated || isVetoed;
  evidence.score = bits + share * EVIDENCE_WEIGHTS.vetoBits;
  return evidence;
}
