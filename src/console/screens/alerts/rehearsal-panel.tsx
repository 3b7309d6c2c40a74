import { useState } from 'preact/hooks';
import { fetchRehearsal } from '../../api/alerts.ts';
import type { AlertRehearsalJson } from '../../api/generated/public.ts';
import { Chart } from '../../parts/chart.tsx';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { MomentText } from '../../parts/moment.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useWords } from '../../state/language.ts';
import { buildUrl } from '../../state/route.ts';
import { alertWords } from '../../words/alerts.ts';
import { useLabels } from '../../words/catalogue.ts';
import { usePrice, useSummary } from '../explore/property-card.tsx';

const DAY_SPANS = [1, 7, 30] as const;

/** Runs the alert over the changes of the last days. */
export function RehearsalPanel({ id }: { id: string }) {
  const words = useWords(alertWords);
  const [days, setDays] = useState<number>(7);
  const [played, setPlayed] = useState<AlertRehearsalJson>();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Error>();
  const play = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      setPlayed(await fetchRehearsal(id, days));
    } catch (error) {
      setFault(error as Error);
    }
    setBusy(false);
  };
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
        <button type="button" disabled={isBusy} onClick={play}>
          {words.rehearse}
        </button>
      </div>
      {fault && <ErrorNotice fault={fault} />}
      {played && <RehearsalResult played={played} />}
    </section>
  );
}

function RehearsalResult({ played: { counts, samples } }: { played: AlertRehearsalJson }) {
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
