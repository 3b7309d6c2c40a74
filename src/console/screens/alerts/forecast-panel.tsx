import { useEffect, useState } from 'preact/hooks';
import { fetchForecast } from '../../api/alerts.ts';
import { useQuery } from '../../api/query.ts';
import type { LeafJson } from '../../criteria-form/leaf.ts';
import { Chart } from '../../parts/chart.tsx';
import { AsyncContent } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { useWords } from '../../state/language.ts';
import { alertWords } from '../../words/alerts.ts';

const DEBOUNCE_MS = 250;

/** The text, debounced. */
function useDebounced(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** The expected notifications of the criteria, loaded again when they change. */
export function ForecastPanel({ criteria }: { criteria: LeafJson }) {
  const words = useWords(alertWords);
  const format = useFormat();
  const text = useDebounced(JSON.stringify(criteria));
  const loaded = useQuery(text, (signal) => fetchForecast(JSON.parse(text) as object, signal));
  return (
    <section class="card stack" aria-label={words.forecast}>
      <h2>{words.forecast}</h2>
      <AsyncContent of={loaded} lines={3}>
        {({ total, windowDays, perDay, perHour }) => (
          <div class="stack">
            <div class="grid">
              <div class="figure">
                <b data-figure="per-day">{format.number(perDay.average, 1)}</b>
                <span>{words.perDay}</span>
              </div>
              <div class="figure">
                <b>{format.number(perHour.average, 2)}</b>
                <span>{words.perHour}</span>
              </div>
            </div>
            <Chart
              title={words.forecast}
              kind="bars"
              height={150}
              labels={[words.quiet, words.usual, words.busy]}
              series={[{ name: words.forecast, values: [perDay.low, perDay.average, perDay.high] }]}
            />
            <p class="soft small">{words.forecastText(format.number(total), windowDays)}</p>
          </div>
        )}
      </AsyncContent>
    </section>
  );
}
