import { useEffect, useId, useState } from 'preact/hooks';
import type { AutocompleteItemJson } from '../api/generated/public.ts';
import { cachePlaceName, fetchPlaces } from '../api/places.ts';
import { useWords } from '../state/language.ts';
import { useLabels } from '../words/catalogue.ts';
import { criteriaWords } from '../words/criteria.ts';

const DEBOUNCE_MS = 120;

/** Suggestions for the typed text; undefined while loading. */
function useSuggestions(
  typed: string,
  types: readonly string[] | undefined,
): readonly AutocompleteItemJson[] | undefined {
  const [found, setFound] = useState<readonly AutocompleteItemJson[]>();
  useEffect(() => {
    setFound(undefined);
    if (typed.trim() === '') return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      fetchPlaces(typed.trim(), types, stop.signal).then(setFound, () => undefined);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed, types]);
  return found;
}

interface PlacePickerProps {
  label: string;
  /** Must keep its identity between renders. */
  types?: readonly string[];
  onPick: (place: AutocompleteItemJson) => void;
}

/** A combobox of places: suggestions while typing; arrows, Enter, Escape. */
export function PlacePicker({ label, types, onPick }: PlacePickerProps) {
  const id = useId();
  const words = useWords(criteriaWords);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const found = useSuggestions(typed, types);
  const isOpen = typed.trim() !== '' && found !== undefined;
  const pick = (place: AutocompleteItemJson) => {
    cachePlaceName(place);
    onPick(place);
    setTyped('');
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = found?.length ?? 0;
    if (event.key === 'Escape') setTyped('');
    if (!isOpen || count === 0) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive((active + count - 1) % count);
    else if (event.key === 'Enter' && found?.[active]) pick(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <div class="picker">
      <input
        type="text"
        role="combobox"
        autocomplete="off"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found.length > 0 ? `${id}-${active}` : undefined}
        placeholder={words.place}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTimeout(() => setTyped(''), 150)}
      />
      {isOpen && <Suggestion id={id} found={found} active={active} pick={pick} />}
    </div>
  );
}

interface SuggestionProps {
  id: string;
  found: readonly AutocompleteItemJson[];
  active: number;
  pick: (place: AutocompleteItemJson) => void;
}

function Suggestion({ id, found, active, pick }: SuggestionProps) {
  const words = useWords(criteriaWords);
  const labels = useLabels();
  if (found.length === 0) return <p class="suggested soft small">{words.noPlace}</p>;
  return (
    <div class="suggested" id={`${id}-list`} role="listbox" aria-label={words.addPlace}>
      {found.map((place, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox input handles the keys.
        <div
          key={place.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onClick={() => pick(place)}
        >
          <span>{place.name}</span>
          <span class="soft small">
            {[place.postalCode, place.parentName, labels.value(place.locationType)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
      ))}
    </div>
  );
}
