import { useEffect, useState } from 'preact/hooks';
import { cachePlaceName, fetchPlaces } from '../api/places.ts';
import { lookUpProperty } from '../api/property.ts';
import { formatTree } from '../criteria-form/leaf.ts';
import { foldText } from '../state/fold-text.ts';
import { useWords } from '../state/language.ts';
import { navigate } from '../state/route.ts';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useLabels } from '../words/catalogue.ts';
import { paletteWords } from '../words/palette.ts';
import { shellWords } from '../words/shell.ts';
import { navigation } from './routes.ts';

/** Where the palette can lead. */
export interface PaletteTarget {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  go(): Promise<void> | void;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const DEBOUNCE_MS = 120;

function useScreens(typed: string): PaletteTarget[] {
  const words = useWords(shellWords);
  const kind = useWords(paletteWords).screen;
  const isOperator = useStore(session)?.operator === true;
  return navigation
    .filter((group) => !group.operator || isOperator)
    .flatMap(({ entries }) => entries)
    .map(({ path, title }) => ({ id: path, name: words[title] as string, kind, go: () => navigate(path) }))
    .filter(({ name }) => foldText(name).includes(foldText(typed)));
}

function usePlaces(typed: string): readonly PaletteTarget[] {
  const labels = useLabels();
  const [found, setFound] = useState<readonly PaletteTarget[]>([]);
  useEffect(() => {
    setFound([]);
    if (typed === '' || UUID.test(typed) || URL.canParse(typed)) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const places = await fetchPlaces(typed, undefined, stop.signal).catch(() => []);
      if (stop.signal.aborted) return;
      setFound(
        places.map((place) => ({
          id: place.id,
          name: [place.name, place.postalCode].filter(Boolean).join(' '),
          kind: [labels.value(place.locationType), place.parentName].filter(Boolean).join(' · '),
          go() {
            cachePlaceName(place);
            const criteria = { property: { locations: { in: { ids: [place.id] } } } };
            navigate('/explore', { criteria: formatTree(criteria) });
          },
        })),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed]);
  return found;
}

function useHomes(typed: string): PaletteTarget[] {
  const words = useWords(paletteWords);
  const kind = words.home;
  if (UUID.test(typed))
    return [{ id: typed, name: words.homeById, kind, go: () => navigate(`/properties/${typed}`) }];
  if (!/^https?:/.test(typed) || !URL.canParse(typed)) return [];
  const go = async () => navigate(`/properties/${(await lookUpProperty(typed)).id}`);
  return [{ id: typed, name: words.homeByUrl, kind, go }];
}

/** Homes by id or URL first, then screens, then places. */
export function usePaletteTargets(text: string): readonly PaletteTarget[] {
  const typed = text.trim();
  const homes = useHomes(typed);
  const screens = useScreens(typed);
  const places = usePlaces(typed);
  return homes.length > 0 ? homes : [...screens, ...places];
}
