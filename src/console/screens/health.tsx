import { useLoaded } from '../api/loaded.ts';
import { searchProperties } from '../api/property.ts';
import { useWords } from '../app/language.ts';
import { Awaited } from '../parts/feedback.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { operatorWords } from '../words/operator.ts';

interface Readiness {
  readonly ready?: boolean;
  readonly checks?: Readonly<Record<string, unknown>>;
}

/** 503 is an answer too: it says what is not ready. */
const readReadiness = async (signal: AbortSignal): Promise<Readiness> => {
  const reply = await fetch('/health/ready', { signal, headers: { accept: 'application/json' } });
  return (await reply.json()) as Readiness;
};

const newestBy = (field: 'CREATED_AT' | 'UPDATED_AT') => (signal: AbortSignal) =>
  searchProperties({ size: 1, sort: { field, direction: 'DESC' } }, signal);

export function Health() {
  const words = useWords(operatorWords);
  const readiness = useLoaded('ready', readReadiness);
  const newest = useLoaded('newest', newestBy('CREATED_AT'));
  const changed = useLoaded('changed', newestBy('UPDATED_AT'));
  return (
    <Screen title={words.health} lead={words.healthLead}>
      <div class="stack">
        <section class="card">
          <h2>{words.freshness}</h2>
          <div class="grid">
            <Awaited of={newest} lines={1}>
              {({ found: [first] }) => <Age label={words.newest} at={first?.property.createdAt} />}
            </Awaited>
            <Awaited of={changed} lines={1}>
              {({ found: [first] }) => <Age label={words.lastChanged} at={first?.property.updatedAt} />}
            </Awaited>
          </div>
        </section>
        <section class="card">
          <h2>{words.checks}</h2>
          <Awaited of={readiness} lines={2}>
            {({ ready, checks = {} }) => (
              <div class="stack tight">
                <span class={ready === false ? 'badge bad' : 'badge good'}>
                  {ready === false ? words.notReady : words.ready}
                </span>
                <dl class="facts">
                  {Object.entries(checks).map(([name, told]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{typeof told === 'object' ? JSON.stringify(told) : String(told)}</dd>
                    </div>
                  ))}
                </dl>
              </div>
            )}
          </Awaited>
        </section>
      </div>
    </Screen>
  );
}

const Age = ({ label, at }: { label: string; at: string | undefined }) => (
  <div class="figure">
    <b>{at ? <Moment at={at} /> : '—'}</b>
    <span>{label}</span>
  </div>
);
