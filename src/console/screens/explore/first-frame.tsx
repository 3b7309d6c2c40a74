import { outlineAddress } from 'virtual:base-map';
import { useEffect, useState } from 'preact/hooks';
import type { MapCluster } from '../../map/home-map.ts';
import { type MapView, OUTLINE_UNITS, projectInto, type Size, worldPx } from '../../map/view.ts';
import '../../style/first-frame.css';

interface FirstFrameProps {
  start: MapView;
  size: Size;
  clusters: readonly MapCluster[];
}

/** Closer than this, outlines of 2 km are wrong: the map shows land only. */
const MAX_OUTLINE_ZOOM = 8.5;

/** As the layers of the map, which have the line around a circle outside of its radius. */
const clusterRadius = (count: number): number => {
  const size = Math.log10(count);
  return size < 2 ? 12 + ((Math.max(0.3, size) - 0.3) / 1.7) * 6 : 18 + Math.min(2, size - 2) * 4;
};

/** The homes over the outline of the land, as the map draws them: seen while the map is fetched. */
export function FirstFrame({ start, size, clusters }: FirstFrameProps) {
  const path = useOutline(start.zoom < MAX_OUTLINE_ZOOM);
  const project = projectInto(start, size);
  const scale = worldPx(start.zoom) / OUTLINE_UNITS;
  const [left, top] = [
    size.width / 2 - start.x * worldPx(start.zoom),
    size.height / 2 - start.y * worldPx(start.zoom),
  ];
  const homes = clusters.reduce((sum, { count }) => sum + count, 0);
  return (
    <svg
      class={start.zoom < MAX_OUTLINE_ZOOM ? 'first-frame' : 'first-frame near'}
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
      data-points={homes}
    >
      <path d={path} transform={`translate(${left} ${top}) scale(${scale})`} />
      {clusters.map(({ id, at, count, label }) => {
        const [x, y] = project(at);
        return (
          <g key={id} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            <circle r={(count > 1 ? clusterRadius(count) : 7) + 1} />
            {count > 1 ? (
              <text dy="0.35em">{label}</text>
            ) : (
              <text class="price" dy="-0.9em">
                {label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function useOutline(isShown: boolean): string {
  const [path, setPath] = useState('');
  useEffect(() => {
    if (!isShown) return;
    // Without an outline the homes are still shown; the map brings its own.
    fetch(outlineAddress)
      .then(async (reply) => setPath(await reply.json()))
      .catch(() => {});
  }, [isShown]);
  return path;
}
