import { packageJson } from '../../src/geo/load/packages.ts';
import type { Observation } from '../../src/ingest/observation.ts';
import type { Payload } from '../../src/ingest/payload.ts';
import { namedId } from '../../src/lib/ids.ts';
import { folded } from '../../src/lib/text.ts';
import type { Claims, ListingState } from '../../src/properties/listing-state.ts';

/** What ingest does to an observation, reduced to what identity reads, so that quality is measured without a database. */
export class States {
  readonly #states = new Map<string, ListingState>();
  readonly #places = placeIndex();

  after(observation: Observation): ListingState | undefined {
    const { url, source, observedAt } = observation;
    const at = new Date(observedAt);
    const before = this.#states.get(url);
    if (observation.kind === 'expired') {
      if (before === undefined) return undefined;
      const gone = { ...before, expiredAt: at, lastSeenAt: at };
      this.#states.set(url, gone);
      return gone;
    }
    const state = this.#seen({ before, payload: observation.payload, url, source, at });
    this.#states.set(url, state);
    return state;
  }

  #seen({ before, payload, url, source, at }: Seen): ListingState {
    const price = payload.displayedPrice;
    const shown = before?.prices.at(-1)?.price !== price && price !== undefined ? [{ price, at }] : [];
    return {
      id: before?.id ?? listingId(url),
      url,
      source: { id: source, slug: source },
      protected: false,
      claims: claimsOf(payload, this.#places(payload.location)),
      ...(payload.location?.neighborhood === undefined
        ? {}
        : { statedNeighborhood: payload.location.neighborhood }),
      pictures: payload.pictures ?? [],
      publisher: payload.publisher,
      marketing: undefined,
      prices: [...(before?.prices ?? []), ...shown],
      publishedAt: undefined,
      createdAt: before?.createdAt ?? at,
      updatedAt: at,
      lastSeenAt: at,
      expiredAt: undefined,
      priceCoherent: undefined,
    };
  }
}

interface Seen {
  before: ListingState | undefined;
  payload: Payload;
  url: string;
  source: string;
  at: Date;
}

const NAMESPACE = 'a6f0a5c6-1f1e-5e54-8a51-8b6a3a0f7d01';
export const listingId = (url: string): string => namedId(NAMESPACE, url);

function claimsOf(payload: Payload, code: string | undefined): Claims {
  const { title, description, area, location, floor, rooms, bedrooms } = payload;
  const { furnished, balcony, terrace, cellar, elevator } = payload;
  const place =
    code === undefined
      ? {}
      : { city: { iri: '', id: code, name: '', type: 'MUNICIPALITY', uniqueCode: code } };
  const claims = {
    propertyType: payload.propertyType,
    constructionStatus: payload.constructionStatus,
    transaction: { type: payload.transactionType },
    area: { displayed: area?.displayed, unit: area?.unit, land: area?.land },
    unit: { rooms, bedrooms, floor, furnished, balcony, terrace, cellar, diagnostic: payload.diagnostic },
    building: { constructionYear: payload.constructionYear },
    amenities: { elevator },
    body: { title, description },
    pricing: {
      sale: { fees: { condominium: payload.condominiumFees, taxes: { propertyTax: payload.propertyTax } } },
    },
    location: {
      ...place,
      address: location?.address,
      accuracy: location?.accuracy,
      geometry: location?.coordinates && { type: 'Point', coordinates: location.coordinates },
    },
  };
  return JSON.parse(JSON.stringify(claims));
}

interface Commune {
  code: string;
  nom: string;
  type: string;
  codesPostaux?: string[];
}

const plain = (name: string): string =>
  folded(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\bst\b/g, 'saint')
    .trim();

/** The official code, else the postal code of a district, else name and postal code, else a postal code of one municipality. */
function placeIndex(): (location: Payload['location']) => string | undefined {
  const communes = packageJson<Commune[]>('@etalab/decoupage-administratif', 'data/communes.json');
  const current = communes.filter(
    ({ type }) => type === 'commune-actuelle' || type === 'arrondissement-municipal',
  );
  const districts = new Map(
    current
      .filter(({ type }) => type !== 'commune-actuelle')
      .map(({ code, codesPostaux }) => [codesPostaux?.[0], code]),
  );
  const named = new Map(
    current.flatMap(({ nom, code, codesPostaux }) =>
      (codesPostaux ?? []).map((postal) => [`${postal} ${plain(nom)}`, code]),
    ),
  );
  const byName = Map.groupBy(current, ({ nom }) => plain(nom));
  return (location) => {
    const { inseeCode, postalCode = '', city = '' } = location ?? {};
    const only = byName.get(plain(city));
    const near = only?.filter(({ code }) => code.startsWith(postalCode.slice(0, 2)));
    return (
      inseeCode ??
      districts.get(postalCode) ??
      named.get(`${postalCode} ${plain(city)}`) ??
      near?.[0]?.code ??
      only?.[0]?.code
    );
  };
}
