import type { Geometry, Position } from 'geojson';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PlaceListJson } from '../../criteria-form/places.tsx';
import type { HomeMap } from '../../map/home-map.ts';
import { type CenterPoint, circleShape, closeRing, draftShapes, roundPosition } from '../../map/shapes.ts';
import type { View } from './clusters.ts';

type DrawingKind = 'area' | 'circle';
const MIN_CORNERS = 3;
const DEFAULT_RADIUS_KM = 2;
/** A click as near to the first corner as this share of the width of the map ends the area. */
const CLOSING_SHARE = 0.02;

export interface DrawingState {
  readonly kind: DrawingKind | undefined;
  readonly corners: readonly Position[];
  readonly circle: CenterPoint;
  readonly mayEnd: boolean;
  /** What is drawn so far. */
  readonly shapes: readonly Geometry[];
  start(kind: DrawingKind): void;
  undo(): void;
  cancel(): void;
  setCircle(circle: CenterPoint): void;
  end(): void;
}

interface DrawingContext {
  map: HomeMap | undefined;
  view: View | undefined;
  onPlaces: (places: PlaceListJson) => void;
}

/** An area corner by corner, or a circle: positions come from the map, by pointer or keyboard, or are typed. */
export function useDrawing({ map, view, onPlaces }: DrawingContext): DrawingState {
  const [kind, setKind] = useState<DrawingKind>();
  const [corners, setCorners] = useState<readonly Position[]>([]);
  const [circle, setCircle] = useState<CenterPoint>({
    latitude: 0,
    longitude: 0,
    radiusKm: DEFAULT_RADIUS_KM,
  });
  const cancel = () => {
    setKind(undefined);
    setCorners([]);
  };
  const finishArea = (positions: readonly Position[]) => {
    cancel();
    onPlaces({ geoShapes: [closeRing(positions)] });
  };
  const addCorner = (position: Position) => {
    const [first] = corners;
    const reach = view ? (view.box.east - view.box.west) * CLOSING_SHARE : 0;
    if (first && corners.length >= MIN_CORNERS && distance(first, position) < reach)
      return finishArea(corners);
    const last = corners.at(-1);
    if (last === undefined || distance(last, position) > 0) setCorners([...corners, position]);
  };
  const pick = (at: Position) => {
    const position = roundPosition(at);
    if (kind === 'area') return addCorner(position);
    setCircle({ ...circle, longitude: position[0], latitude: position[1] });
  };
  useEffect(
    () => (kind === undefined ? undefined : map?.pickPositions(pick)),
    [map, kind, corners, circle, view],
  );
  const shapes = useMemo(
    () => (kind === 'area' ? draftShapes(corners) : kind === 'circle' ? drawCircle(circle) : []),
    [kind, corners, circle],
  );
  return {
    kind,
    corners,
    circle,
    shapes,
    mayEnd: kind === 'circle' ? isSound(circle) : corners.length >= MIN_CORNERS,
    start(next) {
      cancel();
      setKind(next);
      if (view) setCircle({ ...centerOf(view), radiusKm: DEFAULT_RADIUS_KM });
      // Corners are set there; a circle is typed in the panel.
      if (next === 'area') map?.focus();
    },
    undo: () => setCorners(corners.slice(0, -1)),
    cancel,
    setCircle,
    end() {
      if (kind === 'area') return finishArea(corners);
      cancel();
      onPlaces({ centerPoint: circle });
    },
  };
}

const distance = ([x = 0, y = 0]: Position, [otherX = 0, otherY = 0]: Position): number =>
  Math.hypot(x - otherX, y - otherY);

function centerOf({ box }: View): { latitude: number; longitude: number } {
  const [longitude, latitude] = roundPosition([(box.west + box.east) / 2, (box.south + box.north) / 2]);
  return { latitude, longitude };
}

const isSound = ({ latitude, longitude, radiusKm }: CenterPoint): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && radiusKm > 0;

/** Nothing while one of its numbers is being typed. */
const drawCircle = (circle: CenterPoint): Geometry[] =>
  isSound(circle)
    ? [circleShape(circle), { type: 'Point', coordinates: [circle.longitude, circle.latitude] }]
    : [];
