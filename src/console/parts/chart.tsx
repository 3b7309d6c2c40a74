import { useId, useState } from 'preact/hooks';
import { useWords } from '../state/language.ts';
import { partWords } from '../words/shell.ts';
import { createTimeAxis, labelSpace, pickLabels, pickTimeTicks } from './chart-axis.ts';
import { ChartReader, ChartReading } from './chart-reader.tsx';
import { computeScale, withoutOutliers } from './chart-scale.ts';
import { type Series, seriesShade } from './chart-series.ts';
import { useFormat } from './format.ts';
import { useWidth } from './width.ts';

interface ChartProps {
  title: string;
  labels: readonly string[];
  series: readonly Series[];
  kind: 'lines' | 'bars' | 'steps';
  /** The time of each label in milliseconds, ascending: the axis is then one of time. */
  times?: readonly number[];
  /** Formats a value on the axis and in the table. */
  write?: (value: number) => string;
  height?: number;
}

const BOTTOM = 24;
const TOP = 10;
const RIGHT = 8;

/** A chart in the colours of the page. Values are read by pointer, by arrow keys, and in a table for screen readers. */
export function Chart({ title, labels, series, kind, times, write, height = 220 }: ChartProps) {
  const format = useFormat();
  const words = useWords(partWords);
  const id = useId();
  const [at, setAt] = useState<number>();
  const { element, width } = useWidth<HTMLElement>();
  const formatValue = write ?? ((value: number) => format.number(value, 2));
  const tops = kind === 'bars' ? stackTops(labels, series) : series.flatMap(({ values }) => values);
  const known = tops.filter((value) => value !== undefined);
  const scale = computeScale(kind === 'steps' ? withoutOutliers(known) : known, kind === 'bars');
  const left = labelSpace(scale.ticks.map(formatValue));
  // What is beyond the scale is drawn at its edge; its value is read there.
  const y = (value: number) => {
    const share = (value - scale.low) / (scale.high - scale.low || 1);
    return TOP + (height - TOP - BOTTOM) * (1 - Math.min(Math.max(share, 0), 1));
  };
  const step = (width - left - RIGHT) / Math.max(labels.length, 1);
  const x = times
    ? createTimeAxis(times, left, width - RIGHT)
    : (index: number) => left + step * (index + 0.5);
  const marks = times
    ? pickTimeTicks(times, left, width - RIGHT, (time, isLong) =>
        isLong ? format.date(time) : format.day(time),
      )
    : pickLabels(labels, x, width - left);
  return (
    <figure class="chart" aria-labelledby={id} ref={element}>
      <figcaption id={id} class="hidden">
        {title}
      </figcaption>
      <ChartReader
        label={words.chartValues(title)}
        count={labels.length}
        at={at}
        positions={labels.map((_, index) => x(index))}
        onRead={setAt}
      >
        <svg width={width} height={height} aria-hidden="true">
          {scale.ticks.map((tick) => (
            <g key={tick}>
              <line class="axis" x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
              <text x={left - 8} y={y(tick) + 4} text-anchor="end">
                {formatValue(tick)}
              </text>
            </g>
          ))}
          {marks.map(({ text, x: right, anchor }) => (
            <text key={text + String(right)} class="label" x={right} y={height - 6} text-anchor={anchor}>
              {text}
            </text>
          ))}
          {kind === 'bars' ? (
            <Bars series={series} labels={labels} y={y} x={x} step={step} />
          ) : (
            series
              .map(({ name, values }, index) => (
                <Line
                  key={name}
                  values={values}
                  area={{ x, y, floor: height - BOTTOM }}
                  shade={index}
                  steps={kind === 'steps'}
                />
              ))
              // The first series lies over the others.
              .toReversed()
          )}
          {at !== undefined && <line class="cursor" x1={x(at)} x2={x(at)} y1={TOP} y2={height - BOTTOM} />}
        </svg>
      </ChartReader>
      <ChartReading
        label={at === undefined ? undefined : labels[at]}
        series={series}
        at={at}
        formatValue={formatValue}
      />
      {series.length > 1 && <Legend series={series} />}
      <ChartTable title={title} labels={labels} series={series} formatValue={formatValue} />
    </figure>
  );
}

const stackTops = (labels: readonly string[], series: readonly Series[]): number[] =>
  labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));

interface BarsProps {
  series: readonly Series[];
  labels: readonly string[];
  x: (index: number) => number;
  y: (value: number) => number;
  step: number;
}

function Bars({ series, labels, x, y, step }: BarsProps) {
  const width = Math.max(1, Math.min(step * 0.72, 46));
  return (
    <>
      {labels.map((label, at) => {
        let below = 0;
        return series.map(({ name, values }, index) => {
          const value = values[at] ?? 0;
          const [from, to] = [below, below + value];
          below = to;
          if (value === 0) return null;
          return (
            <rect
              key={`${label} ${name}`}
              class={`mark ${seriesShade(index)}`}
              x={x(at) - width / 2}
              y={y(to)}
              width={width}
              height={Math.max(0.5, y(from) - y(to))}
              rx={Math.min(2, width / 4)}
            />
          );
        });
      })}
    </>
  );
}

interface LineProps {
  values: readonly (number | undefined)[];
  area: { x: (index: number) => number; y: (value: number) => number; floor: number };
  shade: number;
  steps: boolean;
}

function Line({ values, area: { x, y, floor }, shade, steps }: LineProps) {
  const points = values.flatMap((value, at) => (value === undefined ? [] : [[x(at), y(value)] as const]));
  const path = points
    .map(([right, down], at) =>
      at === 0 ? `M${right} ${down}` : steps ? `H${right}V${down}` : `L${right} ${down}`,
    )
    .join('');
  const [first, last] = [points[0], points.at(-1)];
  return (
    <g class={seriesShade(shade)}>
      {first && last && shade === 0 && (
        <path class="wash" d={`${path}L${last[0]} ${floor}L${first[0]} ${floor}Z`} />
      )}
      <path class="mark" d={path} />
      {points.length <= 40 &&
        points.map(([right, down]) => (
          <circle key={right} cx={right} cy={down} r={points.length > 20 ? 1.8 : 3} />
        ))}
    </g>
  );
}

const Legend = ({ series }: { series: readonly Series[] }) => (
  <ul class="legend">
    {series.map(({ name }, index) => (
      <li key={name}>
        <i class={seriesShade(index)} />
        {name}
      </li>
    ))}
  </ul>
);

interface ChartTableProps {
  title: string;
  labels: readonly string[];
  series: readonly Series[];
  formatValue: (value: number) => string;
}

const ChartTable = ({ title, labels, series, formatValue }: ChartTableProps) => (
  <table class="hidden">
    <caption>{title}</caption>
    <thead>
      <tr>
        <td />
        {series.map(({ name }) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {labels.map((label, at) => (
        <tr key={label + String(at)}>
          <th scope="row">{label}</th>
          {series.map(({ name, values }) => (
            <td key={name}>{values[at] === undefined ? '' : formatValue(values[at])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
