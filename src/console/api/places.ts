import { call } from './client.ts';

export interface PlaceFound {
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
export const findPlaces = (
  query: string,
  types: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<PlaceFound[]> =>
  call<PlaceFound[]>('/geo/autocomplete', { query: { query, limit: 8, type: types }, signal });

const names = new Map<string, Promise<string>>();

/** The name of a place that an address or an alert only knows by its id. */
export function placeName(id: string): Promise<string> {
  const known =
    names.get(id) ??
    call<{ name: string }>(`/geo/administrative-divisions/${encodeURIComponent(id)}`).then(
      ({ name }) => name,
      () => id,
    );
  names.set(id, known);
  return known;
}

export const rememberPlace = ({ id, name }: PlaceFound): void => {
  names.set(id, Promise.resolve(name));
};
