import { DAY_MS } from '../lib/durations.ts';

/** Bits of evidence from which two listings are one home whatever else is like them: 4 to 1. A wrong merge hides a home; a missed one only repeats it. */
export const ATTACH_MIN_BITS = 2;
/** What was together before today needs this much less to stay: it leaves when its bond falls below ATTACH - HOLD. */
export const ALREADY_LINKED_BONUS_BITS = 3;
/** The same for two groups of several listings: joined wrongly they cost many wrong pairs. */
export const MERGE_MIN_BITS = 4;
/**
 * How the answers of several pairs make one. Of a price, picture or text the most alike counts for half and the mean for the rest; of other facts the
 * mean, drawn to the worst. Each doubling of the advertisers who contradict each other makes a contradiction by `repeated` worse: without it whole
 * stairs of look-alikes fell together (precision 0.985 in place of 0.992 in a world of ours). Where `noVoices` pairs of advertisers contradict each other
 * by `no` bits on average, as on two floors that two offices each name, nothing joins the groups (0.999).
 */
export const EVIDENCE_WEIGHTS = {
  ...{ mostShare: 0.5, leastShare: 0.3, repeated: 0.35, no: -3.8, noVoices: 4, against: -3.5 },
  /** Bits from which a fact that two share names one home: its price, bill, picture or exact area. */
  naming: 4,
};
/** Listings linked from here up are decided about together. From -1.5 up, claims of look-alikes went unseen, and what only several pairs together show was never tried. */
export const LINK_MIN_BITS = -3;
/**
 * A rival of a bond is a third group that one side may be one with as well, and that scores below `conflict` with the other side. All rivals
 * together must be less likely than a weak bond by `margin` bits, by `otherPrice` where its prices lie further apart than a fee; a strong one only
 * must not be outdone. With a margin of 5 to the best rival, recall was a point lower in foreign worlds and look-alikes fared worse; with 2 and groups
 * joined from -1.75 up, precision was 0.9912 in a foreign world of 6,000 homes, and is 0.9929.
 */
export const RIVAL_BITS = { conflict: -1, margin: 3, otherPrice: 5 };
/**
 * What is enough where no rival stands against it. Many listings say too little to reach ATTACH, and yet there is one home only that they can show; nearly all wrong joins
 * are on stairs of look-alikes, where several claim each other. With groups joined from -2.5 up, precision fell to 0.987 in a world of ours.
 */
export const UNCONTESTED_MIN_BITS = { attach: -4, join: -0.75 };
/**
 * The same in a programme, where each lot has look-alikes, be they met or not: with the bounds above, precision fell by two points in a world of programmes.
 * And for two groups that a fact contradicts by `BOND.against` bits, for silence is forgiven and another floor is not (0.9954 without, 0.9985 with it in a world of ours).
 */
export const CAUTIOUS_MIN_BITS = { attach: -2, join: -0.5 };
/** Live listings of a usual zone and transaction, as the weights take it. */
export const DEFAULT_ZONE_LISTINGS = 1_024;
/** Pairs from here up are kept as edges, and those between here and ATTACH are tried again later. */
export const EDGE_MIN_BITS = -3;
/** Listings clustered at once. Beyond it only the groups that the listing itself touches are looked at. */
export const MAX_CLUSTERED_LISTINGS = 160;
/** Photos come late and prices converge: what stands alone or in the grey is tried again after a day and after a week. */
export const RETRY_AFTER_MS = [DAY_MS, 7 * DAY_MS] as const;
