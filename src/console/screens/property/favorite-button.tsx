import { useState } from 'preact/hooks';
import { sendRequest } from '../../api/client.ts';
import type { FavoritePropertyJson } from '../../api/generated/public.ts';
import { useQuery } from '../../api/query.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../state/language.ts';
import { propertyWords } from '../../words/property.ts';

/** Adds the property to the account's favorites, or removes it. */
export function FavoriteButton({ id }: { id: string }) {
  const words = useWords(propertyWords);
  const favorites = useQuery('favorites', (signal) =>
    sendRequest<FavoritePropertyJson[]>('/favorite-properties', { signal }),
  );
  const [isBusy, setBusy] = useState(false);
  const kept = favorites.value?.find(({ propertyId }) => propertyId === id);
  const turn = async () => {
    setBusy(true);
    try {
      if (kept) await sendRequest(`/favorite-properties/${kept.id}`, { method: 'DELETE' });
      else await sendRequest('/favorite-properties', { body: { propertyId: id } });
      favorites.reload();
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      aria-pressed={kept !== undefined}
      disabled={isBusy || !favorites.value}
      onClick={turn}
    >
      <Icon name="heart" size={16} />
      {kept ? words.kept : words.keep}
    </button>
  );
}
