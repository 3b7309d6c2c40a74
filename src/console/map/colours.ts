export interface Colours {
  readonly land: string;
  readonly water: string;
  readonly river: string;
  readonly line: string;
  readonly road: string;
  readonly roadFar: string;
  readonly roadEdge: string;
  readonly motorway: string;
  readonly soft: string;
  readonly ink: string;
  readonly card: string;
  readonly accent: string;
  readonly accentInk: string;
}

/** The colours of the page, so that the map follows the theme. */
export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    land: read('--map-land'),
    water: read('--map-water'),
    river: read('--map-river'),
    line: read('--map-line'),
    road: read('--map-road'),
    roadFar: read('--map-road-far'),
    roadEdge: read('--map-road-edge'),
    motorway: read('--map-motorway'),
    soft: read('--soft'),
    ink: read('--ink'),
    card: read('--card'),
    accent: read('--accent'),
    accentInk: read('--accent-ink'),
  };
}
