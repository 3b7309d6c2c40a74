import type { Geometry } from 'geojson';
import { useMemo, useState } from 'preact/hooks';
import { type LeafJson, readFilter } from '../../criteria-form/leaf.ts';
import type { PlacesJson } from '../../criteria-form/places.tsx';
import { boxShape } from '../../map/fit.ts';
import type { HomeMap } from '../../map/home-map.ts';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { useWords } from '../../state/language.ts';
import { exploreWords } from '../../words/explore.ts';
import { useClusters, type View } from './clusters.ts';
import { HomeMapCanvas } from './home-map.tsx';
import { PickedHomes } from './picked-homes.tsx';

interface ResultsMapProps {
  text: string;
  criteria: LeafJson;
  /** Of the search; undefined while it is not known. */
  total: number | undefined;
  /** Absent when the form cannot edit the criteria. */
  onBox: ((shape: object) => void) | undefined;
}

export function ResultsMap({ text, criteria, total, onBox }: ResultsMapProps) {
  const words = useWords(exploreWords);
  const format = useFormat();
  const [map, setMap] = useState<HomeMap>();
  const [view, setView] = useState<View>();
  const [movedFor, setMovedFor] = useState<string>();
  const [picked, setPicked] = useState<string>();
  const { found, placed, error, reload } = useClusters({ text, criteria }, view, map);
  const clusters = useMemo(
    () =>
      (found?.clusters ?? []).map(({ id, point, count, price }) => ({
        id,
        at: point.coordinates as unknown as readonly [number, number],
        count,
        label: count > 1 ? format.compact(count) : price === null ? '' : format.compactMoney(price),
      })),
    [found, format],
  );
  const areas = useMemo(() => drawnAreas(criteria), [text]);
  const unplaced = total === undefined || placed === undefined ? 0 : total - placed;
  return (
    <section class="map" aria-label={words.mapLabel}>
      <HomeMapCanvas
        label={words.mapLabel}
        clusters={clusters}
        areas={areas}
        onMap={setMap}
        onPick={setPicked}
        onView={(next, byPerson) => {
          setView(next);
          if (byPerson) setMovedFor(text);
        }}
      />
      {view && movedFor === text && onBox && (
        <div class="over top">
          <button type="button" onClick={() => onBox(boxShape(view.box))}>
            {words.searchHere}
          </button>
        </div>
      )}
      {unplaced > 0 && (
        <div class="over" role="status">
          <span class="badge">{words.unplaced(format.number(unplaced), unplaced > 1)}</span>
        </div>
      )}
      {error && (
        <div class="over top">
          <ErrorNotice fault={error} retry={reload} />
        </div>
      )}
      {picked && (
        <PickedHomes id={picked} text={text} criteria={criteria} onClose={() => setPicked(undefined)} />
      )}
    </section>
  );
}

const drawnAreas = (criteria: LeafJson): Geometry[] => {
  const places = readFilter(criteria, 'property.locations') as PlacesJson | undefined;
  return (places?.in?.geoShapes ?? []) as Geometry[];
};
