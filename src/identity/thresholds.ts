/** Bits of evidence from which two listings are one home whatever else is like them: 4 to 1. A wrong merge hides a home; a missed one only repeats it. */
export const ATTACH = 2;
/** What was together before today needs this much less to stay: a listing leaves when its best link falls below ATTACH - HOLD. */
export const HOLD = 3;
/** Below it a pair speaks against being one home, and a third of such pairs keeps two groups apart. */
export const AGAINST = -6;
export const MOST_AGAINST = 1 / 3;
/** Two groups join only when all pairs across them, taken together, do not speak against it. */
export const LEAST_MEAN = 1;
/** For one listing and a group: a listing that says little scores low with most. */
export const LEAST_MEAN_OF_ONE = 0;
/** From here up a link is enough where nothing else is as like, and listings so linked are decided about together. */
export const LINK = -1.5;
/**
 * What holds where no third group claims either side. A claim is a bond at most `margin` bits weaker, to a group that scores below `conflict`
 * with the other side. Many listings say too little to reach ATTACH, and yet there is one home only that they can show: with it recall
 * rose by 2 to 3 points in three foreign worlds and one of ours, at the same precision. Two groups of several listings that are joined
 * wrongly cost many wrong pairs: their mean is lowered by half a bit only; by one bit precision fell from 0.993 to 0.989. And no pair across
 * may speak clearly against it (`worst`): precision rose by half a point in foreign worlds at the cost of 0.003 of recall.
 */
export const UNCONTESTED = { margin: 4, conflict: -1, leastMean: 0.5, leastMeanOfOne: -3, worst: -6 };
/** Live listings of a usual zone and transaction, as the weights take it. */
export const USUAL_ZONE = 1_024;
/** How much the mean of all links counts beside the best link, when a listing could go to two groups. */
export const MEAN_SHARE = 1;
/** Pairs from here up are kept as edges, and those between here and ATTACH are tried again later. */
export const GREY = -2;
/** Listings clustered at once. Beyond it only the groups that the listing itself touches are looked at. */
export const MOST_TOGETHER = 160;
/** Photos come late and prices converge: what stands alone or in the grey is tried again after a day and after a week. */
export const RETRY_AFTER_MS = [86_400_000, 7 * 86_400_000] as const;
