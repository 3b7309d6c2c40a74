import type { Geometry } from 'geojson';
import { useMemo, useRef, useState } from 'preact/hooks';
import { type LeafJson, readFilter } from '../../criteria-form/leaf.ts';
import type { PlaceListJson, PlacesJson } from '../../criteria-form/places.tsx';
import { boxShape } from '../../map/fit.ts';
import type { HomeMap } from '../../map/home-map.ts';
import { circleShape } from '../../map/shapes.ts';
import type { Size } from '../../map/view.ts';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { useWords } from '../../state/language.ts';
import { exploreWords } from '../../words/explore.ts';
import { useClusters, type View } from './clusters.ts';
import { DrawTools } from './draw-tools.tsx';
import { useDrawing } from './drawing.ts';
import { HomeMapCanvas } from './home-map.tsx';
import { PickedHomes } from './picked-homes.tsx';

interface ResultsMapProps {
  text: string;
  criteria: LeafJson;
  /** Counts how often newer homes were asked for. */
  reads: number;
  /** Of the search; undefined while it is not known. */
  total: number | undefined;
  /** Limits the search to other places. */
  onPlaces: (places: PlaceListJson) => void;
}

export function ResultsMap({ text, criteria, reads, total, onPlaces }: ResultsMapProps) {
  const words = useWords(exploreWords);
  const format = useFormat();
  const [map, setMap] = useState<HomeMap>();
  const [view, setView] = useState<View>();
  const [movedFor, setMovedFor] = useState<string>();
  const [picked, setPicked] = useState<string>();
  const [size, setSize] = useState<Size>();
  const { found, placed, error, start, reload } = useClusters({ text, criteria, reads }, { view, map, size });
  const isWanted = useOnce(found !== undefined || error !== undefined || placed === 0);
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
  const drawing = useDrawing({ map, view, onPlaces });
  const areas = useMemo(
    () => (drawing.kind === undefined ? drawnAreas(criteria) : drawing.shapes),
    [text, drawing.kind, drawing.shapes],
  );
  const unplaced = total === undefined || placed === undefined ? 0 : total - placed;
  return (
    <section class="map" aria-label={words.mapLabel}>
      <HomeMapCanvas
        label={words.mapLabel}
        clusters={clusters}
        areas={areas}
        start={start}
        isWanted={isWanted}
        onSize={setSize}
        onMap={setMap}
        onPick={setPicked}
        onView={(next, byPerson) => {
          setView(next);
          if (byPerson) setMovedFor(text);
        }}
      />
      <div class="over top stack tight">
        {map && <DrawTools drawing={drawing} />}
        {view && movedFor === text && drawing.kind === undefined && (
          <button
            type="button"
            class="main-action"
            onClick={() => onPlaces({ geoShapes: [boxShape(view.box)] })}
          >
            {words.searchHere}
          </button>
        )}
        {error && <ErrorNotice fault={error} retry={reload} />}
      </div>
      {unplaced > 0 && (
        <div class="over" role="status">
          <span class="badge">{words.unplaced(format.number(unplaced), unplaced > 1)}</span>
        </div>
      )}
      {picked && (
        <PickedHomes id={picked} text={text} criteria={criteria} onClose={() => setPicked(undefined)} />
      )}
    </section>
  );
}

/** True from the first time on that something is. */
function useOnce(isTrue: boolean): boolean {
  const wasTrue = useRef(false);
  wasTrue.current ||= isTrue;
  return wasTrue.current;
}

const drawnAreas = (criteria: LeafJson): Geometry[] => {
  const places = readFilter(criteria, 'property.locations') as PlacesJson | undefined;
  const { geoShapes = [], centerPoint } = places?.in ?? {};
  return [...(geoShapes as Geometry[]), ...(centerPoint ? [circleShape(centerPoint)] : [])];
};
