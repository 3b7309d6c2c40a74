import { createFinder } from '../../src/geo/autocomplete/finder.ts';
import { france } from '../../src/geo/load/france.ts';
import { createGazetteer } from '../../src/geo/locate/gazetteer.ts';
import { locate } from '../../src/geo/locate.ts';
import { applyExpiry, applySighting } from '../../src/ingest/normalise/apply-sighting.ts';
import type { Locate } from '../../src/ingest/normalise/location.ts';
import type { Observation } from '../../src/ingest/observation.ts';
import { parseListing } from '../../src/ingest/parse-listing.ts';
import { listingIdFromUrl } from '../../src/lib/ids.ts';
import type { ListingState } from '../../src/properties/listing-state.ts';

export const listingId = (url: string): string => listingIdFromUrl(url) ?? '';

let french: Promise<Locate> | undefined;

/** The divisions that every installation has, straight from their packages: no neighbourhoods, no contours. */
async function locateFrench(): Promise<Locate> {
  const { divisions } = france.read();
  const gazetteer = createGazetteer(divisions, await createFinder(divisions));
  return async (countryCode, clue) => (countryCode === 'FR' ? locate(clue, gazetteer) : undefined);
}

/** What ingest makes of observations, without a database. */
export class ListingStates {
  readonly #states = new Map<string, ListingState>();
  /** When listings that nobody has seen yet were found gone. */
  readonly #gone = new Map<string, Date[]>();

  /** The latest state of every listing. */
  values(): Iterable<ListingState> {
    return this.#states.values();
  }

  async after(observation: Observation): Promise<ListingState | undefined> {
    const { url, source, observedAt } = observation;
    const previous = this.#states.get(url);
    const at = new Date(observedAt);
    if (observation.kind === 'expired' && previous === undefined) {
      this.#gone.set(url, [...(this.#gone.get(url) ?? []), at]);
      return undefined;
    }
    french ??= locateFrench();
    const found =
      observation.kind === 'expired'
        ? applyExpiry(previous as ListingState, at)
        : applySighting(
            previous,
            (
              await parseListing(observation, {
                source: { id: source, slug: source },
                locate: await french,
                now: at,
              })
            ).listing,
            at,
          );
    const gone = previous === undefined ? this.#gone.get(url)?.filter((later) => later > at) : undefined;
    const state = (gone ?? []).reduce(applyExpiry, found);
    this.#states.set(url, state);
    return state;
  }
}
