import { DAY_MS } from '../../lib/durations.ts';
import { isSameOffice } from '../publishers/identity.ts';
import { byFirstSeen, type PricedAdvert } from './advert.ts';

/** An advertiser that advertises the home again after a longer gap starts a new attempt. */
const MAX_REPOST_GAP_MS = 60 * DAY_MS;
/** The former listing may still be live for a while when the new one is first seen. */
const MAX_REPOST_OVERLAP_MS = 14 * DAY_MS;

/** A listing and its re-posts: the same advertiser on the same site under a new URL, one after the other. */
export type RepostChain = readonly PricedAdvert[];

/** Each listing is in one chain. Two listings of one advertiser that are live side by side are two chains. */
export function groupReposts(adverts: readonly PricedAdvert[]): RepostChain[] {
  const lines: PricedAdvert[][] = [];
  for (const advert of adverts.toSorted(byFirstSeen)) {
    const before = findReposted(advert, lines);
    if (before === undefined) lines.push([advert]);
    else before.push(advert);
  }
  return lines;
}

/** Of several the one that left last. */
function findReposted(advert: PricedAdvert, lines: readonly PricedAdvert[][]): PricedAdvert[] | undefined {
  let [found, latest]: [PricedAdvert[] | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];
  for (const line of lines) {
    const last = line.at(-1);
    if (last === undefined || last.source !== advert.source) continue;
    const left = replacedAt(last, advert.firstSeenAt);
    if (left === undefined || left <= latest || !isSameAdvertiser(last, advert)) continue;
    [found, latest] = [line, left];
  }
  return found;
}

/** A portal may leave out the name of an office in one of the two, and its phone in the other. */
const isSameAdvertiser = (one: PricedAdvert, other: PricedAdvert): boolean =>
  (one.advertiser !== undefined && one.advertiser === other.advertiser) ||
  (one.stated !== undefined && other.stated !== undefined && isSameOffice(one.stated, other.stated));

/** When the former listing left, if the new one replaced it. */
const replacedAt = ({ absences }: PricedAdvert, at: number): number | undefined =>
  absences.find(
    ({ from, to }) => from <= at + MAX_REPOST_OVERLAP_MS && at <= from + MAX_REPOST_GAP_MS && to > at,
  )?.from;
