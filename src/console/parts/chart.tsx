import { useId } from 'preact/hooks';
import { computeScale } from './chart-scale.ts';
import { useFormat } from './format.ts';
import { useWidth } from './width.ts';

export interface Series {
  readonly name: string;
  /** One for each label; undefined is a gap. */
  readonly values: readonly (number | undefined)[];
}

interface ChartProps {
  title: string;
  labels: readonly string[];
  series: readonly Series[];
  kind: 'lines' | 'bars' | 'steps';
  /** Formats a value on the axis and in the table. */
  write?: (value: number) => string;
  height?: number;
}

const LEFT = 62;
const BOTTOM = 24;
const TOP = 10;
const LABEL_WIDTH_PX = 70;

/** A chart in the colours of the page, with a table of its values for screen readers. */
export function Chart({ title, labels, series, kind, write, height = 220 }: ChartProps) {
  const format = useFormat();
  const id = useId();
  const { element, width } = useWidth<HTMLElement>();
  const formatValue = write ?? ((value: number) => format.number(value, 2));
  const tops = kind === 'bars' ? stackTops(labels, series) : series.flatMap(({ values }) => values);
  const scale = computeScale(
    tops.filter((value) => value !== undefined),
    kind === 'bars',
  );
  const y = (value: number) =>
    TOP + (height - TOP - BOTTOM) * (1 - (value - scale.low) / (scale.high - scale.low || 1));
  const step = (width - LEFT - 8) / Math.max(labels.length, 1);
  const x = (index: number) => LEFT + step * (index + 0.5);
  const every = Math.max(1, Math.ceil((labels.length * LABEL_WIDTH_PX) / (width - LEFT)));
  return (
    <figure class="chart" aria-labelledby={id} ref={element}>
      <figcaption id={id} class="hidden">
        {title}
      </figcaption>
      <svg width={width} height={height} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <line class="axis" x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
              {formatValue(tick)}
            </text>
          </g>
        ))}
        {labels.map(
          (label, index) =>
            index % every === 0 && (
              <text key={label + String(index)} x={x(index)} y={height - 6} text-anchor="middle">
                {label}
              </text>
            ),
        )}
        {kind === 'bars' ? (
          <Bars series={series} labels={labels} y={y} x={x} step={step} />
        ) : (
          series.map(({ name, values }, index) => (
            <Line
              key={name}
              values={values}
              area={{ x, y, floor: height - BOTTOM }}
              shade={index}
              steps={kind === 'steps'}
            />
          ))
        )}
      </svg>
      {series.length > 1 && <Legend series={series} />}
      <ChartTable title={title} labels={labels} series={series} formatValue={formatValue} />
    </figure>
  );
}

const seriesShade = (index: number): string => `c${(index % 6) + 1}`;

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
