import { useState } from 'preact/hooks';
import { postApiKey } from '../api/keys.ts';
import { ErrorNotice } from '../parts/feedback.tsx';
import { TextField } from '../parts/fields.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen } from '../parts/screen.tsx';
import { CopyButton } from '../parts/secret.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useWords } from '../state/language.ts';
import { buildUrl, replaceQuery, useCurrentRoute } from '../state/route.ts';
import { callCostWords } from '../words/call-cost.ts';
import { docsWords } from '../words/docs.ts';
import { Guides } from './docs/guides.tsx';
import { LANGUAGES, quickStart } from './docs/quick-start.ts';
import { receivers } from './docs/receivers.ts';
import { SignatureChecker } from './docs/signature-checker.tsx';

export function DocsScreen() {
  const words = useWords(docsWords);
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <a class="button main-action" href="/docs" target="_blank" rel="noopener">
          {words.open}
        </a>
      }
    >
      <div class="stack wide">
        <QuickStart />
        <Guides />
        <Receivers />
        <SignatureChecker />
      </div>
    </Screen>
  );
}

function QuickStart() {
  const words = useWords(docsWords);
  const [key, setKey] = useState('');
  const [isNew, setNew] = useState(false);
  const { error, run } = useMutation();
  const create = () =>
    run(postApiKey({ name: words.quick, scope: 'FULL' }), (made) => {
      setKey(made.key ?? '');
      setNew(true);
    });
  const costs = useWords(callCostWords);
  const asked = useCurrentRoute().query.get('language');
  const language = LANGUAGES.find((one) => one === asked) ?? 'Shell';
  const examples = quickStart(location.origin, key.trim() || undefined, language);
  return (
    <section class="card stack">
      <h2>{words.quick}</h2>
      <p class="soft">{costs.reference}</p>
      <TextField
        label={words.key}
        help={words.paste}
        autocomplete="off"
        spellcheck={false}
        placeholder="gbl_live_…"
        value={key}
        onText={setKey}
      />
      {error && <ErrorNotice fault={error} />}
      <div class="row">
        <button type="button" onClick={create}>
          {words.createKey}
        </button>
        <a href={buildUrl('/keys')}>{words.seeKeys}</a>
      </div>
      {isNew && (
        <p class="notice warn small" role="status">
          {words.keyMade}
        </p>
      )}
      <div>
        <Tabs
          label={words.language}
          choices={LANGUAGES.map((one) => [one, one] as const)}
          chosen={language}
          onChoose={(one) => replaceQuery({ language: one })}
        />
      </div>
      {language !== 'Shell' && <p class="soft small">{words.clientText}</p>}
      {examples.map(({ name, code }) => (
        <Example key={name} title={words[name]} code={code} cost={costs[name]} />
      ))}
    </section>
  );
}

const Example = ({ title, code, cost }: { title: string; code: string; cost?: string }) => (
  <div class="stack tight">
    <div class="row apart">
      <h3>{title}</h3>
      <CopyButton text={code} />
    </div>
    <pre>{code}</pre>
    {cost && <p class="soft small">{cost}</p>}
  </div>
);

function Receivers() {
  const words = useWords(docsWords);
  const chosen = useCurrentRoute().query.get('receiver');
  const shown = receivers.find(({ name }) => name === chosen) ?? receivers[0];
  return (
    <section class="card stack">
      <h2>{words.receivers}</h2>
      <p class="soft">{words.receiversText}</p>
      <div>
        <Tabs
          label={words.language}
          choices={receivers.map(({ name }) => [name, name] as const)}
          chosen={shown?.name ?? ''}
          onChoose={(name) => replaceQuery({ receiver: name })}
        />
      </div>
      {shown && <Example title={shown.name} code={shown.code} />}
    </section>
  );
}
