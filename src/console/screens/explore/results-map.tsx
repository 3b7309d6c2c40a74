import { useEffect, useMemo, useState } from 'preact/hooks';
import { fetchSearchPage, type SearchHitJson } from '../../api/property.ts';
import type { LeafJson } from '../../criteria-form/leaf.ts';
import { useFormat } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { PointMap } from '../../parts/map.tsx';
import { useWords } from '../../state/language.ts';
import { exploreWords } from '../../words/explore.ts';
import { partWords } from '../../words/shell.ts';
import { PropertyCard } from './property-card.tsx';

/** Pages are loaded one after another, so that points appear early. The bound saves the account's calls on a wide search. */
const MAX_PAGES = 6;
const PAGE_ROWS = 100;

interface CollectedHits {
  readonly found: readonly SearchHitJson[];
  readonly total: number;
}

function useAllResults(text: string, criteria: LeafJson): CollectedHits {
  const [reached, setReached] = useState<CollectedHits>({ found: [], total: 0 });
  // `text` is the serialized criteria.
  useEffect(() => {
    const stop = new AbortController();
    const loadPages = async () => {
      const found: SearchHitJson[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MAX_PAGES; page++) {
        const next = await fetchSearchPage(
          { criteria, paginationType: 'CURSOR', cursor, size: PAGE_ROWS },
          stop.signal,
        );
        found.push(...next.hits);
        if (stop.signal.aborted) return;
        setReached({ found: [...found], total: Math.max(next.total, found.length) });
        cursor = next.cursor;
        if (!next.hasNext) return;
      }
    };
    loadPages().catch(() => undefined);
    return () => stop.abort();
  }, [text]);
  return reached;
}

interface ResultsMapProps {
  text: string;
  criteria: LeafJson;
  /** Absent when the form cannot edit the criteria. */
  onBox: ((shape: object) => void) | undefined;
}

export function ResultsMap({ text, criteria, onBox }: ResultsMapProps) {
  const words = useWords(exploreWords);
  const close = useWords(partWords).close;
  const format = useFormat();
  const { found, total } = useAllResults(text, criteria);
  const [picked, setPicked] = useState<string>();
  const [box, setBox] = useState<[number, number, number, number]>();
  const points = useMemo(
    () =>
      found.flatMap(({ id, property }) => {
        const at = property.location?.geometry?.coordinates;
        return at ? [{ id, at, label: '' }] : [];
      }),
    [found],
  );
  const chosen = found.find(({ id }) => id === picked);
  return (
    <section class="map" aria-label={words.mapLabel}>
      <PointMap label={words.mapLabel} points={points} subject={text} onPick={setPicked} onMove={setBox} />
      {box && onBox && (
        <div class="over top">
          <button type="button" onClick={() => onBox(boxShape(box))}>
            {words.searchHere}
          </button>
        </div>
      )}
      <div class="over" role="status">
        <span class="badge">{words.mapShows(format.number(points.length), format.number(total))}</span>
      </div>
      {chosen && (
        <div class="map-card">
          <button
            type="button"
            class="close icon-only"
            aria-label={close}
            onClick={() => setPicked(undefined)}
          >
            <Icon name="close" />
          </button>
          <PropertyCard found={chosen} />
        </div>
      )}
    </section>
  );
}

const boxShape = ([west, south, east, north]: [number, number, number, number]) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
