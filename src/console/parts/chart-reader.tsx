import type { ComponentChildren } from 'preact';
import { type Series, seriesShade } from './chart-series.ts';

interface ChartReaderProps {
  label: string;
  count: number;
  /** Undefined while nothing is read. */
  at: number | undefined;
  /** Of each label, in pixels. */
  positions: readonly number[];
  onRead: (at: number | undefined) => void;
  children: ComponentChildren;
}

/** Chooses the value to read: by the pointer, and by the arrow keys once it has the focus. */
export function ChartReader({ label, count, at, positions, onRead, children }: ChartReaderProps) {
  const readKey = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: (at ?? 0) - 1,
      ArrowRight: (at ?? 0) + 1,
      Home: 0,
      End: count - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onRead(Math.max(0, Math.min(count - 1, next)));
  };
  const readPointer = (event: PointerEvent) => {
    const right = event.clientX - (event.currentTarget as HTMLElement).getBoundingClientRect().left;
    onRead(nearest(positions, right));
  };
  return (
    <section
      class="chart-reader"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the values
      tabIndex={0}
      aria-label={label}
      onFocus={() => onRead(at ?? count - 1)}
      onBlur={() => onRead(undefined)}
      onKeyDown={readKey}
      onPointerMove={readPointer}
      onPointerLeave={() => onRead(undefined)}
    >
      {children}
    </section>
  );
}

const nearest = (positions: readonly number[], right: number): number | undefined =>
  positions.length === 0
    ? undefined
    : positions.reduce(
        (best, position, at) =>
          Math.abs(position - right) < Math.abs((positions[best] ?? 0) - right) ? at : best,
        0,
      );

interface ChartReadingProps {
  label: string | undefined;
  series: readonly Series[];
  at: number | undefined;
  formatValue: (value: number) => string;
}

/** The values at the chosen position, in words. */
export function ChartReading({ label, series, at, formatValue }: ChartReadingProps) {
  const read = series.flatMap(({ name, values }, index) => {
    const value = at === undefined ? undefined : values[at];
    return value === undefined ? [] : [{ name, value, shade: seriesShade(index) }];
  });
  return (
    <p class="chart-reading small" aria-live="polite">
      {label !== undefined && <strong>{label}</strong>}
      {read.map(({ name, value, shade }) => (
        <span key={name}>
          <i class={shade} /> {series.length > 1 && `${name}: `}
          {formatValue(value)}
        </span>
      ))}
    </p>
  );
}
