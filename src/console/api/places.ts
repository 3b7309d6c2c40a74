import { sendRequest } from './client.ts';
import type { AutocompleteItemJson } from './generated/public.ts';

/** Places of any type, or of those given. */
export const fetchPlaces = (
  query: string,
  types: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<AutocompleteItemJson[]> =>
  sendRequest<AutocompleteItemJson[]>('/geo/autocomplete', {
    query: { query, limit: 8, type: types },
    signal,
  });

const placeNames = new Map<string, Promise<string>>();

/** The name of a place that a URL or an alert gives by its id only. */
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

export const cachePlaceName = ({ id, name }: AutocompleteItemJson): void => {
  placeNames.set(id, Promise.resolve(name));
};
