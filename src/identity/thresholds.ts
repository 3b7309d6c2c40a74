import { DAY_MS } from '../lib/durations.ts';

/** Bits from which two listings are one home whatever else is similar: 4 to 1. A wrong merge hides a home; a missed one only repeats it. */
export const ATTACH_MIN_BITS = 2;
/** Bits on either side of it within which a person may well see more than the model, and is asked. */
const BORDER_BITS = 2;
export const BORDERLINE_BITS = { least: ATTACH_MIN_BITS - BORDER_BITS, most: ATTACH_MIN_BITS + BORDER_BITS };
/** The same for two groups in each of which advertisers agree on a price that the other does not show. */
export const AGREED_PRICE_MIN_BITS = 8;
/** Listings linked before today need this much less to stay together. */
export const ALREADY_LINKED_BONUS_BITS = 3;
/** The same for two groups of several listings: a wrong merge of those costs many wrong pairs. */
export const MERGE_MIN_BITS = 4;
/**
 * How the answers of several pairs make one. Of a price, picture or text the most alike counts for half and the mean for the rest; of other facts the
 * mean, drawn to the worst. Each doubling of the advertisers who contradict each other makes a contradiction by `repeated` worse: without it whole
 * stairs of look-alikes fell together (precision 0.985 in place of 0.992 in a world of ours). The smaller side counts: one office that mistakes the
 * floor contradicts ten others by one mistake (recall 0.9850 in place of 0.9820 in twelve worlds, precision 0.9959 and 0.9960). Where `noVoices` pairs
 * of advertisers contradict each other by `no` bits on average, as on two floors that two offices each name, nothing joins the groups (0.999), unless
 * all else together holds them by `firm` bits: two offices may both count the ground floor.
 */
export const EVIDENCE_WEIGHTS = {
  ...{
    mostShare: 0.5,
    leastShare: 0.3,
    repeated: 0.35,
    no: -3.8,
    noVoices: 4,
    firm: 12,
    against: -3.5,
    doubt: -1.7,
    farPrice: -3,
  },
  /** Bits from which a fact that two share names one home: its price, bill, picture or exact area. */
  naming: 4,
  /**
   * Where this share of the pairs across two groups is vetoed nothing joins them. Below it each vetoed pair costs its
   * share of these bits: one misread lot must not cut a group that everything else holds together.
   */
  vetoShare: 0.34,
  vetoBits: -30,
};
/**
 * Listings linked from here up are clustered together: those that weak evidence may join, where no rival stands against
 * it. From -3 up, 14 of 91 homes that four foreign worlds missed had no stronger pair and were never looked at.
 */
export const LINK_MIN_BITS = -4;
/**
 * From here up a neighbourhood goes on from one listing to the next, and links are stored. Weaker ones are looked at from the
 * listing that is assigned: in a dense market they chain thousands of homes of a town (docs/decisions/0103-neighbourhoods-of-dense-towns.md).
 */
export const NEIGHBOUR_MIN_BITS = -2;
/**
 * A rival of a bond is a third group that one side may be one with as well, and that scores below `conflict` with the other side. The rivals are the
 * density that a weak bond has to stand against: all of them together must be less likely by `margin` bits, by `otherPrice` where its prices lie further
 * apart than a fee. A strong bond only must not be outdone. From `firm` bits up a veto alone makes no rival. The figures that chose the margins are in
 * docs/decisions/0085-rents-and-fees.md.
 */
export const RIVAL_BITS = { conflict: -1, margin: 3, otherPrice: 5, firm: 12 };
/**
 * What is enough where no rival stands against it. Many listings say too little to reach ATTACH, and yet there is one home only that they can show; nearly all wrong joins
 * are on stairs of look-alikes, where several claim each other. With groups joined from -2.5 up, precision fell to 0.987 in a world of ours.
 */
export const UNCONTESTED_MIN_BITS = { attach: -4, join: -0.75 };
/**
 * The same in a programme, where each lot has look-alikes, whether or not they are candidates: with the bounds above, precision fell by two points in a world of programmes.
 * And for two groups that a fact contradicts by `BOND.against` bits, for silence is forgiven and another floor is not (0.9954 without, 0.9985 with it in a world of ours).
 */
export const CAUTIOUS_MIN_BITS = { attach: -2, join: -0.5 };
/**
 * The same for a single listing that shares no naming fact and that year, energy class or quarter contradict, and for
 * prices that neither a fee nor a move explains.
 */
export const DOUBTED_MIN_BITS = 0;
/**
 * The same for listings that state figures only, and by how much their evidence must exceed that of rivals. Their weights
 * are fitted on real pairs of one town, where rivals are candidates too. With -0.5, 1 and wider margins, F1 was 0.016
 * lower in a fifth of Barcelona; from -3 and -2 up, precision was 0.03 lower. A margin of 2.5 cost 0.001 of F1.
 */
export const FIGURES_ONLY_MIN_BITS = { link: -3, attach: -2, join: -1, margin: 1.5 };
/** Live listings of a usual zone and transaction, as the weights take it. */
export const DEFAULT_ZONE_LISTINGS = 1_024;
/** Listings clustered at once. Beyond it only the groups that the listing itself touches are looked at. */
export const MAX_CLUSTERED_LISTINGS = 160;
/** Photos arrive late and prices converge: single listings and borderline pairs are retried after a day and a week. */
export const RETRY_AFTER_MS = [DAY_MS, 7 * DAY_MS] as const;
