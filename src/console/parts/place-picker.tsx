import { useCallback } from 'preact/hooks';
import type { AutocompleteItemJson } from '../api/generated/public.ts';
import { cachePlaceName, fetchPlaces } from '../api/places.ts';
import { useWords } from '../state/language.ts';
import { useLabels } from '../words/catalogue.ts';
import { criteriaWords } from '../words/criteria.ts';
import { SearchPicker } from './search-picker.tsx';

interface PlacePickerProps {
  label: string;
  /** Must keep its identity between renders. */
  types?: readonly string[];
  onPick: (place: AutocompleteItemJson) => void;
}

/** A combobox of places. */
export function PlacePicker({ label, types, onPick }: PlacePickerProps) {
  const words = useWords(criteriaWords);
  const labels = useLabels();
  const search = useCallback(
    (text: string, signal: AbortSignal) => fetchPlaces(text, types, signal),
    [types],
  );
  return (
    <SearchPicker
      label={label}
      placeholder={words.place}
      none={words.noPlace}
      search={search}
      nameOf={({ name }) => name}
      detailOf={({ postalCode, parentName, locationType }) =>
        [postalCode, parentName, labels.value(locationType)].filter(Boolean).join(' · ')
      }
      onPick={(place) => {
        cachePlaceName(place);
        onPick(place);
      }}
    />
  );
}
