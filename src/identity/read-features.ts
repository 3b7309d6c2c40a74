import type { ListingFeature } from './feature.ts';
import { unpackFeature } from './packed-feature.ts';

/** Reads features as they are written in the database, each text once: what is read twice in a transaction is one and the same. */
export class FeatureReader {
  readonly #read = new Map<string, ListingFeature>();

  read(text: string): ListingFeature {
    let feature = this.#read.get(text);
    if (feature === undefined) {
      feature = unpackFeature(JSON.parse(text));
      this.#read.set(text, feature);
    }
    return feature;
  }
}
