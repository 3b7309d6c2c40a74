import { sendRequest } from './client.ts';

export interface PlaceJson {
  readonly id: string;
  readonly name: string;
  readonly locationType: string;
  readonly parentName?: string | null;
  readonly regionName?: string | null;
  readonly postalCode?: string | null;
  readonly centroid?: { readonly coordinates: readonly [number, number] } | null;
  readonly metadata?: { readonly population?: number | null };
}

/** Places of any type, or of those given. */
export const fetchPlaces = (
  query: string,
  types: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<PlaceJson[]> =>
  sendRequest<PlaceJson[]>('/geo/autocomplete', { query: { query, limit: 8, type: types }, signal });

const placeNames = new Map<string, Promise<string>>();

/** The name of a place that an address or an alert only knows by its id. */
export function fetchPlaceName(id: string): Promise<string> {
  const known =
    placeNames.get(id) ??
    sendRequest<{ name: string }>(`/geo/administrative-divisions/${encodeURIComponent(id)}`).then(
      ({ name }) => name,
      () => id,
    );
  placeNames.set(id, known);
  return known;
}

export const cachePlaceName = ({ id, name }: PlaceJson): void => {
  placeNames.set(id, Promise.resolve(name));
};
