import { DAY_MS } from '../../lib/durations.ts';

const LABEL_WIDTH_PX = 70;
/** Of a digit at the font size of charts, rounded up so that no label is cut. */
const CHARACTER_WIDTH_PX = 7.6;
const LABEL_GAP_PX = 12;
const MIN_LABEL_SPACE_PX = 34;
const YEAR_MS = 365 * DAY_MS;

/** The space that the longest of these labels needs left of the axis. */
export const labelSpace = (labels: readonly string[]): number =>
  Math.max(
    MIN_LABEL_SPACE_PX,
    Math.ceil(Math.max(0, ...labels.map(({ length }) => length)) * CHARACTER_WIDTH_PX + LABEL_GAP_PX),
  );

/** Positions in proportion to time. A single moment is in the middle. */
export function createTimeAxis(times: readonly number[], left: number, right: number) {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return (index: number): number => {
    const share = last === first ? 0.5 : ((times[index] ?? first) - first) / (last - first);
    return left + share * (right - left);
  };
}

export interface AxisLabel {
  readonly text: string;
  readonly x: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Moments at equal distances; the outer two are anchored at their edge, so that none is cut. */
export function pickTimeTicks(
  times: readonly number[],
  left: number,
  right: number,
  write: (time: number, isLong: boolean) => string,
): AxisLabel[] {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const isLong = last - first > YEAR_MS;
  if (first === last) return [{ text: write(first, true), x: (left + right) / 2, anchor: 'middle' }];
  const count = Math.max(2, Math.min(6, Math.floor((right - left) / (LABEL_WIDTH_PX * (isLong ? 2 : 1.4)))));
  return Array.from({ length: count }, (_, at) => {
    const share = at / (count - 1);
    return {
      text: write(first + share * (last - first), isLong),
      x: left + share * (right - left),
      anchor: at === 0 ? 'start' : at === count - 1 ? 'end' : 'middle',
    };
  });
}

/** As many labels as have room. */
export function pickLabels(
  labels: readonly string[],
  x: (index: number) => number,
  width: number,
): AxisLabel[] {
  const space = Math.max(LABEL_WIDTH_PX, labelSpace(labels));
  const every = Math.max(1, Math.ceil((labels.length * space) / width));
  return labels.flatMap((text, at) =>
    at % every === 0 ? [{ text, x: x(at), anchor: 'middle' as const }] : [],
  );
}
