import type { PropertyResult } from '../../catalogue/document.ts';
import { sendRequest } from './client.ts';
import type { FavoritePropertyJson } from './generated/public.ts';

const PATH = '/favorite-properties';

/** The favorite of one property: one row, or none. */
export const fetchFavoriteOf = (propertyId: string, signal: AbortSignal) =>
  sendRequest<FavoritePropertyJson[]>(PATH, { query: { propertyId }, signal });
export const postFavorite = (propertyId: string) => sendRequest<void>(PATH, { body: { propertyId } });
export const removeFavorite = (id: string) => sendRequest<void>(`${PATH}/${id}`, { method: 'DELETE' });

export interface KeptHome {
  readonly id: string;
  readonly result: PropertyResult;
}

/** A page of favorites with their homes. */
export async function fetchKeptHomes(page: number, signal: AbortSignal): Promise<KeptHome[]> {
  const favorites = await sendRequest<FavoritePropertyJson[]>(PATH, { query: { page }, signal });
  if (favorites.length === 0) return [];
  const ids = favorites.map(({ propertyId }) => propertyId).join(',');
  const homes = await sendRequest<PropertyResult[]>('/properties', { query: { ids }, signal });
  return homes.flatMap((result) => {
    const favorite = favorites.find(({ propertyId }) => propertyId === result.id);
    return favorite ? [{ id: favorite.id, result }] : [];
  });
}
