import { useEffect, useState } from 'preact/hooks';
import { followHomeChanges, type HomeChangeNotice } from '../../api/live-changes.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../state/language.ts';
import { exploreWords } from '../../words/explore.ts';

const NEW_TYPES: readonly string[] = ['CREATED', 'REACTIVATED', 'SPLIT'];

/** Homes by id: new ones, and those that changed or left. */
type SeenChanges = ReadonlyMap<string, 'new' | 'changed'>;

function addChange(seen: SeenChanges, { propertyId, changeType, matches }: HomeChangeNotice): SeenChanges {
  const isNew = matches && (NEW_TYPES.includes(changeType) || seen.get(propertyId) === 'new');
  return new Map(seen).set(propertyId, isNew ? 'new' : 'changed');
}

interface LivePillProps {
  /** The criteria in the URL. */
  text: string | null;
  onShow: () => void;
}

/** How many homes of this search are new or have changed since it was read; a click shows them. */
export function LivePill({ text, onShow }: LivePillProps) {
  const words = useWords(exploreWords);
  const [seen, setSeen] = useState<SeenChanges>(new Map());
  useEffect(() => {
    const stop = new AbortController();
    setSeen(new Map());
    // Without criteria the stream has every home, also those that a search hides.
    followHomeChanges(text ?? '{}', stop.signal, (change) => setSeen((now) => addChange(now, change)));
    return () => stop.abort();
  }, [text]);
  const kinds = [...seen.values()];
  const fresh = kinds.filter((kind) => kind === 'new').length;
  const changed = kinds.length - fresh;
  const parts = [fresh > 0 && words.fresh(fresh), changed > 0 && words.changed(changed)].filter(Boolean);
  return (
    <div role="status">
      {parts.length > 0 && (
        <button
          type="button"
          class="pill"
          onClick={() => {
            setSeen(new Map());
            onShow();
          }}
        >
          <Icon name="again" size={15} />
          {parts.join(' · ')}
        </button>
      )}
    </div>
  );
}
