import { useEffect, useState } from 'preact/hooks';
import { fetchRehearsal } from '../../api/alerts.ts';
import type { AlertRehearsalJson } from '../../api/generated/public.ts';
import { Chart } from '../../parts/chart.tsx';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { MomentText } from '../../parts/moment.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useWords } from '../../state/language.ts';
import { buildUrl } from '../../state/route.ts';
import { alertWords } from '../../words/alerts.ts';
import { useLabels } from '../../words/catalogue.ts';
import { usePrice, useSummary } from '../explore/property-card.tsx';

const DAY_SPANS = [1, 7, 30] as const;

const MAX_SAMPLES = 10;

type Counts = AlertRehearsalJson['counts'];

const addCounts = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(
    (Object.keys(one) as (keyof Counts)[]).map((type) => [type, one[type] + other[type]]),
  ) as unknown as Counts;

/** Both answers as one: the second continues the first. */
const addAnswer = (sum: AlertRehearsalJson | undefined, next: AlertRehearsalJson): AlertRehearsalJson =>
  sum === undefined
    ? next
    : {
        ...next,
        changes: sum.changes + next.changes,
        arrivals: sum.arrivals + next.arrivals,
        counts: addCounts(sum.counts, next.counts),
        samples: [...sum.samples, ...next.samples].slice(0, MAX_SAMPLES),
      };

/** Runs the alert over the changes of the last days. */
export function RehearsalPanel({ id }: { id: string }) {
  const words = useWords(alertWords);
  const [days, setDays] = useState<number>(7);
  const [played, setPlayed] = useState<AlertRehearsalJson>();
  const [running, setRunning] = useState<AbortController>();
  const [fault, setFault] = useState<Error>();
  const play = async () => {
    const stop = new AbortController();
    setRunning(stop);
    setFault(undefined);
    setPlayed(undefined);
    try {
      let sum: AlertRehearsalJson | undefined;
      do {
        sum = addAnswer(sum, await fetchRehearsal(id, days, sum?.cursor ?? null, stop.signal));
        setPlayed(sum);
      } while (!sum.complete && !stop.signal.aborted);
    } catch (error) {
      if (!stop.signal.aborted) setFault(error as Error);
    }
    setRunning(undefined);
  };
  // A screen that is left asks for nothing more.
  useEffect(() => () => running?.abort(), [running]);
  return (
    <section class="card stack" aria-label={words.rehearsal}>
      <h2>{words.rehearsal}</h2>
      <p class="soft small">{words.rehearsalText}</p>
      <div class="row">
        <Tabs
          label={words.span}
          choices={DAY_SPANS.map((span) => [String(span), words.days(span)] as const)}
          chosen={String(days)}
          onChoose={(span) => setDays(Number(span))}
        />
        {running ? (
          <button type="button" onClick={() => running.abort()}>
            {words.stopRehearsal}
          </button>
        ) : (
          <button type="button" onClick={play}>
            {words.rehearse}
          </button>
        )}
      </div>
      {running && <RehearsalProgress played={played} />}
      {fault && <ErrorNotice fault={fault} />}
      {played && <RehearsalResult played={played} />}
    </section>
  );
}

function RehearsalProgress({ played }: { played: AlertRehearsalJson | undefined }) {
  const words = useWords(alertWords);
  const format = useFormat();
  const text = played
    ? words.lookedAt(format.number(played.changes), format.number(played.totalChanges))
    : words.rehearsing;
  return (
    <label class="stack tight small">
      {text}
      <progress value={played?.changes} max={Math.max(1, played?.totalChanges ?? 1)} />
    </label>
  );
}

function RehearsalResult({ played }: { played: AlertRehearsalJson }) {
  const { counts, samples, arrivals, complete, changes, totalChanges } = played;
  const format = useFormat();
  const words = useWords(alertWords);
  const labels = useLabels();
  const price = usePrice();
  const summary = useSummary();
  const counted = Object.entries(counts);
  return (
    <div class="stack" aria-live="polite">
      <Chart
        title={words.rehearsal}
        kind="bars"
        height={150}
        labels={counted.map(([eventType]) => labels.value(eventType))}
        series={[{ name: words.events, values: counted.map(([, count]) => count) }]}
      />
      <p class="small" data-figure="arrivals">
        {words.arrivals(format.number(arrivals), format.number(counts.NEW_MATCH - arrivals))}
      </p>
      {!complete && (
        <p class="notice warn small">{words.partial(format.number(changes), format.number(totalChanges))}</p>
      )}
      <ul class="lines">
        {samples.map(({ eventType, occurredAt, data }) => (
          <li key={data.id + eventType + occurredAt}>
            <a href={buildUrl(`/properties/${data.id}`)}>{summary(data.property)}</a>
            <div class="row apart small soft">
              <span>
                {labels.value(eventType)} · {price(data.property)}
              </span>
              <MomentText at={occurredAt} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
