import { blockingKeys } from '../../src/identity/blocking-keys.ts';
import { compare } from '../../src/identity/compare.ts';
import type { ListingFeature } from '../../src/identity/feature.ts';
import { buildFeature } from '../../src/identity/feature.ts';
import type { Comparison, Levels } from '../../src/identity/levels.ts';
import { isNearPhoto, MAX_POSTINGS } from '../../src/identity/postings.ts';
import { findVeto, mayBeNewPair } from '../../src/identity/veto.ts';
import type { World } from '../../src/world/generate.ts';
import { createRandom, type RandomSource } from '../../src/world/random.ts';
import { ListingStates, listingId } from './states.ts';

/** A pair that blocking brings, at which level it agrees, and whether it truly is one home. */
export interface Example {
  levels: Levels;
  same: boolean;
  /** How many of the others it counts for; 1 unless stated. */
  weight?: number;
}

/**
 * Another world may lack a fact altogether, or all that is telling: real feeds without text, photos and advertiser exist. So each fact is
 * forgotten in some pairs, and in some all of these: no weight may lean on its neighbours being there.
 */
const FORGOTTEN_SHARE = 0.12;
const BARE_SHARE = 0.25;
const INFORMATIVE_FEATURES: readonly Comparison[] = [
  ...([
    'photos',
    'ownText',
    'otherText',
    'words',
    'reference',
    'bothLive',
    'privatePhone',
    'energy',
    'letter',
    'charges',
    'tax',
  ] as const),
];
const FORGETTABLE: readonly Comparison[] = [
  ...INFORMATIVE_FEATURES,
  'floor',
  'point',
  'price',
  'rent',
  'flags',
  'year',
];

function forget(levels: Levels, chance: RandomSource): void {
  const bare = chance.happens(BARE_SHARE);
  for (const name of FORGETTABLE) {
    if (chance.happens(FORGOTTEN_SHARE) || (bare && INFORMATIVE_FEATURES.includes(name))) delete levels[name];
  }
}

export async function buildExamples(world: Pick<World, 'days' | 'truth'>, seed: string): Promise<Example[]> {
  const states = new ListingStates();
  const features = new Map<string, ListingFeature>();
  for (const { observations } of world.days()) {
    for (const observation of observations) {
      const state = await states.after(observation);
      if (state !== undefined) features.set(state.id, buildFeature(state));
    }
  }
  const homes = new Map([...world.truth()].map(({ url, propertyId }) => [listingId(url), propertyId]));
  const chance = createRandom(seed, 'forget');
  const examples: Example[] = [];
  for (const [one, other] of candidatePairs([...features.values()])) {
    const levels = compare(one, other);
    if (findVeto(one, other, levels) !== undefined || mayBeNewPair(one, other)) continue;
    forget(levels, chance);
    examples.push({ levels, same: homes.get(one.listingId) === homes.get(other.listingId) });
  }
  return examples;
}

type IndexedPosting = { feature: ListingFeature; photo: readonly [number, number] | undefined };

export function* candidatePairs(
  features: readonly ListingFeature[],
): Generator<[ListingFeature, ListingFeature]> {
  const postings = new Map<number, IndexedPosting[]>();
  for (const feature of features) {
    const found = new Set<ListingFeature>();
    for (const { key, photo, maxPostings = MAX_POSTINGS } of blockingKeys(feature)) {
      const posted = postings.get(key) ?? [];
      postings.set(key, posted);
      if (posted.length <= maxPostings)
        for (const other of posted)
          if (other.feature !== feature && isNearPhoto(photo, [other.photo])) found.add(other.feature);
      posted.push({ feature, photo });
    }
    for (const other of found)
      yield feature.listingId < other.listingId ? [feature, other] : [other, feature];
  }
}
