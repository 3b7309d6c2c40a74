import type { ListingFeature } from '../identity/feature.ts';
import type { Levels } from '../identity/levels.ts';
import { type PairScore, Scorer } from '../identity/score.ts';

interface CachedScore {
  zoneListings: number;
  evidence: PairScore;
}

/**
 * Scores each pair once per transaction. A linked pair is scored for candidate search, for its assignment, and for
 * each neighbour assigned after it. With large groups every second lookup is a hit.
 */
export class CachingScorer extends Scorer {
  readonly #scored = new Map<ListingFeature, Map<ListingFeature, CachedScore>>();
  readonly #facts = new WeakMap<Levels, readonly number[]>();

  /** `levels` is one object per pair, so it serves as the key. */
  override pairFactWeights(one: ListingFeature, other: ListingFeature, levels: Levels): readonly number[] {
    let facts = this.#facts.get(levels);
    if (facts === undefined) {
      facts = super.pairFactWeights(one, other, levels);
      this.#facts.set(levels, facts);
    }
    return facts;
  }

  override evidence(one: ListingFeature, other: ListingFeature, zoneListings: number): PairScore {
    let own = this.#scored.get(one);
    if (own === undefined) {
      own = new Map();
      this.#scored.set(one, own);
    }
    const known = own.get(other);
    if (known?.zoneListings === zoneListings) return known.evidence;
    const evidence = super.evidence(one, other, zoneListings);
    own.set(other, { zoneListings, evidence });
    return evidence;
  }
}
