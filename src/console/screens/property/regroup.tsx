import { useId, useState } from 'preact/hooks';
import type { PropertyResult } from '../../../catalogue/document.ts';
import { ApiError } from '../../api/client.ts';
import { fetchStatedListings, type GroupingChange } from '../../api/grouping.ts';
import { lookUpProperty } from '../../api/property.ts';
import { DecisionHistory } from '../../parts/decision-history.tsx';
import { Form } from '../../parts/fields.tsx';
import { GroupingDialog } from '../../parts/grouping-dialog.tsx';
import { useWords } from '../../state/language.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { groupWords } from '../../words/groups.ts';

interface RegroupProps {
  result: PropertyResult;
  onSaved: () => void;
}

/** For operators: split listings off, merge with another property, and undo earlier decisions. */
export function RegroupPanel({ result, onSaved }: RegroupProps) {
  const words = useWords(groupWords);
  const isOperator = useStore(session)?.operator === true;
  const [change, setChange] = useState<GroupingChange>();
  const [saved, setSaved] = useState(0);
  if (!isOperator) return null;
  const finish = () => {
    setSaved((count) => count + 1);
    onSaved();
  };
  return (
    <>
      <section class="card stack" aria-label={words.regroup}>
        <h2>{words.regroup}</h2>
        {saved > 0 && (
          <p class="notice good" role="status">
            {words.saved}
          </p>
        )}
        {result.listings.length > 1 && (
          <SplitForm key={result.listings.length} result={result} onChange={setChange} />
        )}
        <MergeForm result={result} onChange={setChange} />
      </section>
      <DecisionHistory propertyId={result.id} version={saved} onSaved={finish} />
      {change && <GroupingDialog change={change} onSaved={finish} onClose={() => setChange(undefined)} />}
    </>
  );
}

interface FormProps {
  result: PropertyResult;
  onChange: (change: GroupingChange) => void;
}

function SplitForm({ result: { listings }, onChange }: FormProps) {
  const words = useWords(groupWords);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  const others = listings.filter(({ id }) => !chosen.includes(id)).map(({ id }) => id);
  return (
    <Form class="stack tight" onSend={() => onChange({ action: 'split', listings: chosen, others })}>
      <p class="soft small">{words.regroupText}</p>
      {listings.map(({ id, source, url }) => (
        <label key={id} class="row">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) => choose(id, event.currentTarget.checked)}
          />
          <span class="wrap-anywhere">
            {words.another(source?.slug ?? id.slice(0, 8))} <span class="soft small">{url}</span>
          </span>
        </label>
      ))}
      <div>
        <button type="submit" class="danger" disabled={chosen.length === 0 || others.length === 0}>
          {words.splitChosen}
        </button>
      </div>
    </Form>
  );
}

const UUID = /^[0-9a-f-]{36}$/i;

/** The listings of the property with this id, or with a listing at this URL. */
async function findOther(text: string): Promise<readonly string[] | undefined> {
  try {
    const { id } = UUID.test(text) ? { id: text } : await lookUpProperty(text);
    return (await fetchStatedListings(id)).map((listing) => listing.id);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}

function MergeForm({ result, onChange }: FormProps) {
  const words = useWords(groupWords);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const id = useId();
  const look = async () => {
    const listings = result.listings.map((listing) => listing.id);
    const others = await findOther(text.trim());
    const isSame = others?.some((other) => listings.includes(other)) === true;
    setFault(others === undefined ? words.unknownHome : isSame ? words.sameHome : undefined);
    if (others !== undefined && !isSame) onChange({ action: 'merge', listings, others });
  };
  return (
    <Form class="stack tight" onSend={look}>
      <label for={id}>{words.mergeWith}</label>
      <div class="row">
        <input
          id={id}
          class="grow"
          value={text}
          required
          aria-describedby={`${id}-hint`}
          aria-invalid={fault !== undefined}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit">{words.preview}</button>
      </div>
      <p id={`${id}-hint`} class={fault ? 'bad small' : 'soft small'} role={fault ? 'alert' : undefined}>
        {fault ?? words.mergeHint}
      </p>
    </Form>
  );
}
