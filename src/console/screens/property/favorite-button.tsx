import { useState } from 'preact/hooks';
import { fetchFavoriteOf, postFavorite, removeFavorite } from '../../api/favorites.ts';
import { useQuery } from '../../api/query.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../state/language.ts';
import { propertyWords } from '../../words/property.ts';

/** Adds the property to the account's favorites, or removes it. */
export function FavoriteButton({ id }: { id: string }) {
  const words = useWords(propertyWords);
  const favorites = useQuery(`favorite ${id}`, (signal) => fetchFavoriteOf(id, signal));
  const [isBusy, setBusy] = useState(false);
  const kept = favorites.value?.[0];
  const turn = async () => {
    setBusy(true);
    try {
      if (kept) await removeFavorite(kept.id);
      else await postFavorite(id);
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
