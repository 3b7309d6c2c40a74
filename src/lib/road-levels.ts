/** How roads are generalised for a range of zooms, and the squares in which a map reads them. */
export interface RoadLevel {
  /** The first zoom that shows it; the next level follows. */
  readonly zoom: number;
  /** Each square has four times four squares of the next level. */
  readonly squareDegrees: number;
  /** About a pixel at the last zoom that shows it. */
  readonly toleranceDegrees: number;
  readonly stepsPerDegree: number;
  /** Roads of classes below are noise at these zooms. */
  readonly lowestClass: RoadClass;
}

/** From the most important down. */
export const ROAD_CLASSES = ['MOTORWAY', 'TRUNK', 'PRIMARY', 'SECONDARY'] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

export const ROAD_LEVELS: readonly RoadLevel[] = [
  { zoom: 5, squareDegrees: 8, toleranceDegrees: 0.002, stepsPerDegree: 1_000, lowestClass: 'TRUNK' },
  { zoom: 8, squareDegrees: 2, toleranceDegrees: 0.0005, stepsPerDegree: 10_000, lowestClass: 'PRIMARY' },
  {
    zoom: 10,
    squareDegrees: 0.5,
    toleranceDegrees: 0.0001,
    stepsPerDegree: 10_000,
    lowestClass: 'SECONDARY',
  },
  {
    zoom: 13,
    squareDegrees: 0.125,
    toleranceDegrees: 0.00002,
    stepsPerDegree: 100_000,
    lowestClass: 'SECONDARY',
  },
];

export const SQUARES_PER_PARENT_SIDE = 4;
