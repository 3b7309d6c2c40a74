import { sendRequest } from '../../api/client.ts';
import type { PropertyValuationReportJson } from '../../api/generated/public.ts';
import { useQuery } from '../../api/query.ts';
import { Chart } from '../../parts/chart.tsx';
import { AsyncContent } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { Table } from '../../parts/list.tsx';
import { PointMap } from '../../parts/map.tsx';
import { useWords } from '../../state/language.ts';
import { buildUrl } from '../../state/route.ts';
import { valuationWords } from '../../words/valuation.ts';
import '../../style/valuation.css';

type Report = PropertyValuationReportJson;
type Reason =
  | 'NO_MODEL'
  | 'TYPE_UNKNOWN'
  | 'AREA_MISSING'
  | 'POSITION_MISSING'
  | 'OUTSIDE_TRAINED_AREAS'
  | 'TOO_FEW_COMPARABLES';

export function ValuationPanel({ id, at }: { id: string; at: readonly [number, number] | undefined }) {
  const words = useWords(valuationWords);
  const report = useQuery(`valuation ${id}`, (signal) =>
    sendRequest<Report>(`/properties/${id}/valuation`, { signal }),
  );
  return (
    <section class="card valuation">
      <h2>{words.title}</h2>
      <AsyncContent of={report} lines={4}>
        {(found) =>
          found.value === null ? (
            <p class="soft">{words[(found.reason ?? 'NO_MODEL') as Reason]}</p>
          ) : (
            <Evidence id={id} report={found} at={at} />
          )
        }
      </AsyncContent>
      <a href={buildUrl('/accuracy')}>{words.accuracy}</a>
    </section>
  );
}

function Evidence({
  id,
  report,
  at,
}: {
  id: string;
  report: Report;
  at: readonly [number, number] | undefined;
}) {
  const words = useWords(valuationWords);
  const format = useFormat();
  const { index, comparables, pace } = report;
  const points = comparables.map((one) => ({
    id: one.id,
    at: [one.longitude, one.latitude] as const,
    label: format.money(one.price),
  }));
  return (
    <div class="stack">
      <ValueBar report={report} />
      {pace?.medianDaysOnMarket != null && <p>{words.pace(pace.medianDaysOnMarket, pace.homes)}</p>}
      {pace?.soldAgainstAskedPercent != null && (
        <p>{words.margin(format.percent(pace.soldAgainstAskedPercent), pace.sales)}</p>
      )}
      <h3>{words.comparables}</h3>
      <ComparablesTable comparables={comparables} />
      {at && (
        <div class="map small-map">
          <PointMap label={words.map} points={[{ id, at, label: '' }, ...points]} subject={id} />
        </div>
      )}
      {index && index.months.length > 1 && (
        <Chart
          title={words.index}
          kind="lines"
          labels={index.months.map(({ month }) => month)}
          times={index.months.map(({ month }) => Date.parse(month))}
          series={[{ name: words.index, values: index.months.map(({ level }) => level) }]}
        />
      )}
    </div>
  );
}

/** The interval as a bar, with the asked price in it. */
function ValueBar({ report }: { report: Report }) {
  const words = useWords(valuationWords);
  const format = useFormat();
  const { value, low, high, askedPrice, confidence, deviationPercent } = report;
  if (value === null || low === null || high === null) return null;
  const [from, to] = [Math.min(low, askedPrice ?? low), Math.max(high, askedPrice ?? high)];
  const place = (price: number) => `${((price - from) / (to - from || 1)) * 100}%`;
  return (
    <div class="stack tight">
      <p class="row apart">
        <strong class="numbers large">{format.money(value)}</strong>
        {deviationPercent !== null && (
          <span class={deviationPercent < 0 ? 'badge good' : 'badge warn'}>
            {words.deviation(format.percent(deviationPercent))}
          </span>
        )}
      </p>
      <div class="interval" aria-hidden="true">
        <span class="range" style={{ left: place(low), width: `calc(${place(high)} - ${place(low)})` }} />
        <span class="mark" style={{ left: place(value) }} />
        {askedPrice !== null && <span class="mark asked" style={{ left: place(askedPrice) }} />}
      </div>
      <p class="soft">{words.interval(format.money(low), format.money(high))}</p>
      {askedPrice !== null && (
        <p>
          {words.asked} {format.money(askedPrice)}
        </p>
      )}
      {confidence && (
        <p class="soft">
          {words.confidence(confidence.class, `${format.number(confidence.medianError * 100, 1)} %`)}
        </p>
      )}
    </div>
  );
}

function ComparablesTable({ comparables }: { comparables: Report['comparables'] }) {
  const words = useWords(valuationWords);
  const format = useFormat();
  return (
    <Table
      label={words.comparables}
      rows={comparables}
      columns={[
        { title: words.month, as: 'name', cell: ({ month }) => month },
        { title: words.price, as: 'number', cell: ({ price }) => format.money(price) },
        { title: words.adjusted, as: 'number', cell: ({ adjustedPrice }) => format.money(adjustedPrice) },
        { title: words.area, as: 'number', cell: ({ areaSqm }) => `${format.number(areaSqm, 1)} m²` },
        { title: words.distance, as: 'number', cell: ({ distanceMetres }) => `${distanceMetres} m` },
        { title: words.weight, as: 'number', cell: ({ weight }) => `${format.number(weight * 100)} %` },
        {
          title: words.why,
          as: 'soft',
          cell: ({ adjustments }) =>
            adjustments
              .slice(0, 3)
              .map(({ fact, percent }) => `${fact} ${format.percent(percent)}`)
              .join(', '),
        },
      ]}
    />
  );
}
