import { type FirstSteps, fetchFirstSteps } from '../api/first-steps.ts';
import { useQuery } from '../api/query.ts';
import { AsyncContent } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { useLiveReload } from '../parts/live.ts';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { buildUrl } from '../state/route.ts';
import { startWords } from '../words/start.ts';

type Words = (typeof startWords)['en'];

interface Step {
  readonly name: keyof FirstSteps;
  readonly title: keyof Words;
  readonly text: keyof Words;
  readonly action: keyof Words;
  readonly path: string;
}

const STEPS: readonly Step[] = [
  { name: 'key', title: 'key', text: 'keyText', action: 'keyAction', path: '/keys' },
  { name: 'call', title: 'call', text: 'callText', action: 'callAction', path: '/docs' },
  { name: 'alert', title: 'alert', text: 'alertText', action: 'alertAction', path: '/alerts/new' },
  { name: 'webhook', title: 'webhook', text: 'webhookText', action: 'webhookAction', path: '/request-bin' },
];

/** The first steps with the service. Each looks for itself whether it is done. */
export function StartScreen() {
  const words = useWords(startWords);
  const steps = useQuery('first steps', fetchFirstSteps);
  const done = STEPS.filter(({ name }) => steps.value?.[name]).length;
  useLiveReload(steps.reload, done < STEPS.length);
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <a class="button" href={buildUrl('/explore')}>
          {words.explore}
        </a>
      }
    >
      <AsyncContent of={steps} lines={4}>
        {(known) => (
          <div class="stack">
            <p role="status">
              <strong>{done === STEPS.length ? words.allDone : words.progress(done, STEPS.length)}</strong>
            </p>
            <ol class="stack first-steps">
              {STEPS.map((step) => (
                <StepCard
                  key={step.name}
                  step={step}
                  isDone={known[step.name]}
                  isNext={step === STEPS.find(({ name }) => !known[name])}
                />
              ))}
            </ol>
          </div>
        )}
      </AsyncContent>
    </Screen>
  );
}

function StepCard({ step, isDone, isNext }: { step: Step; isDone: boolean; isNext: boolean }) {
  const words = useWords(startWords);
  const text = (name: keyof Words) => words[name] as string;
  return (
    <li class="card row apart" data-step={step.name} data-done={isDone}>
      <span class="stack tight">
        <span class="row">
          <span class={isDone ? 'badge good' : 'badge'}>
            {isDone && <Icon name="check" size={14} />}
            {isDone ? words.done : words.open}
          </span>
          <h2>{text(step.title)}</h2>
        </span>
        <span class="soft">{text(step.text)}</span>
      </span>
      <a class={isNext ? 'button main-action' : 'button'} href={buildUrl(step.path)}>
        {text(step.action)}
      </a>
    </li>
  );
}
