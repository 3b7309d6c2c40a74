import { useEffect, useId, useState } from 'preact/hooks';

const DEBOUNCE_MS = 120;
/** A click on a suggestion takes the focus first: the list stays open until it is handled. */
const BLUR_DELAY_MS = 150;

interface Option {
  readonly id: string;
}

interface SearchPickerProps<Found extends Option> {
  label: string;
  placeholder: string;
  /** Shown when nothing fits what was typed. */
  none: string;
  /** Asks the service; must keep its identity between renders. */
  search: (text: string, signal: AbortSignal) => Promise<readonly Found[]>;
  nameOf: (found: Found) => string;
  detailOf: (found: Found) => string;
  onPick: (found: Found) => void;
}

/** Suggestions for the typed text; undefined while loading. */
function useSuggestions<Found>(
  typed: string,
  search: SearchPickerProps<Found & Option>['search'],
): readonly Found[] | undefined {
  const [found, setFound] = useState<readonly Found[]>();
  useEffect(() => {
    setFound(undefined);
    if (typed.trim() === '') return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      search(typed.trim(), stop.signal).then(setFound, () => undefined);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed, search]);
  return found;
}

/** A combobox over a search of the service: suggestions while typing; arrows, Enter, Escape. */
export function SearchPicker<Found extends Option>(props: SearchPickerProps<Found>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const found = useSuggestions<Found>(typed, props.search);
  const isOpen = typed.trim() !== '' && found !== undefined;
  const pick = (one: Found) => {
    props.onPick(one);
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
        aria-label={props.label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found.length > 0 ? `${id}-${active}` : undefined}
        placeholder={props.placeholder}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTimeout(() => setTyped(''), BLUR_DELAY_MS)}
      />
      {isOpen && <Suggestions {...props} id={id} found={found} active={active} onPick={pick} />}
    </div>
  );
}

type SuggestionsProps<Found extends Option> = Pick<
  SearchPickerProps<Found>,
  'label' | 'none' | 'nameOf' | 'detailOf' | 'onPick'
> & { id: string; found: readonly Found[]; active: number };

function Suggestions<Found extends Option>(props: SuggestionsProps<Found>) {
  const { id, label, found, active, none, nameOf, detailOf, onPick } = props;
  if (found.length === 0) return <p class="suggested soft small">{none}</p>;
  return (
    <div class="suggested" id={`${id}-list`} role="listbox" aria-label={label}>
      {found.map((one, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox input handles the keys.
        <div
          key={one.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onClick={() => onPick(one)}
        >
          <span>{nameOf(one)}</span>
          <span class="soft small">{detailOf(one)}</span>
        </div>
      ))}
    </div>
  );
}
