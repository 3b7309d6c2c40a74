/** Bits of evidence from which two listings are linked: 4 to 1. A wrong merge hides a home; a missed one only repeats it. */
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
/** How much the mean of all links counts beside the best link, when a listing could go to two groups. */
export const MEAN_SHARE = 1;
/** Pairs from here up are kept as edges, and those between here and ATTACH are tried again later. */
export const GREY = -2;
/** Listings clustered at once. Beyond it only the groups that the listing itself touches are looked at. */
export const MOST_TOGETHER = 160;
/** Photos come late and prices converge: what stands alone or in the grey is tried again after a day and after a week. */
export const RETRY_AFTER_MS = [86_400_000, 7 * 86_400_000] as const;
