import { useState } from 'preact/hooks';
import { feedFormats } from '../../../catalogue/feed-formats.ts';
import type { FeedJson } from '../../api/generated/public.ts';
import { postFeed } from '../../api/operator.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DraftOffer } from '../../parts/draft-offer.tsx';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { useMutation } from '../../parts/mutation.ts';
import { useDraft } from '../../state/draft.ts';
import { useWords } from '../../state/language.ts';
import { feedWords } from '../../words/feeds.ts';

const HOUR_SECONDS = 3_600;
const INTERVALS_HOURS = [1, 3, 6, 12, 24, 168] as const;

interface FeedFields {
  readonly source: string;
  readonly address: string;
  /** Null where a mapping says how the file is read: mappings are written by command or by the API. */
  readonly format: string | null;
  readonly intervalSeconds: number;
  readonly full: boolean;
  readonly enabled: boolean;
}

const initialFields = (known: FeedJson | undefined): FeedFields => ({
  source: known?.source ?? '',
  address: known?.address ?? '',
  format: known ? known.format : feedFormats[0],
  intervalSeconds: known?.intervalSeconds ?? 6 * HOUR_SECONDS,
  full: known?.full ?? false,
  enabled: known?.enabled ?? true,
});

interface FeedDialogProps {
  /** The feed to edit; undefined: a new one. */
  known: FeedJson | undefined;
  onClose: () => void;
}

/** Adds a feed, or replaces its settings. The source of a feed never changes: it is its identity. */
export function FeedDialog({ known, onClose }: FeedDialogProps) {
  const words = useWords(feedWords);
  const [fields, setFields] = useState(() => initialFields(known));
  const change = (more: Partial<FeedFields>) => setFields({ ...fields, ...more });
  const draft = useDraft(`feed.${known?.id ?? 'new'}`, fields);
  const { error, run } = useMutation();
  const save = (event: Event) => {
    event.preventDefault();
    const { format, ...rest } = fields;
    const reading = format === null ? { mapping: known?.mapping } : { format };
    const body = { ...rest, ...reading, ...(known && { maxBytes: known.maxBytes }) };
    run(postFeed(body), () => {
      draft.clear();
      onClose();
    });
  };
  return (
    <Dialog title={known ? words.edit : words.add} onClose={onClose}>
      <form class="stack" onSubmit={save}>
        <DraftOffer draft={draft} onRestore={setFields} />
        <FeedInputs fields={fields} isNew={known === undefined} change={change} />
        {error && <ErrorNotice fault={error} />}
        <button type="submit" class="main-action">
          {known ? words.save : words.add}
        </button>
      </form>
    </Dialog>
  );
}

interface FeedInputsProps {
  fields: FeedFields;
  isNew: boolean;
  change: (more: Partial<FeedFields>) => void;
}

function FeedInputs({ fields, isNew, change }: FeedInputsProps) {
  const words = useWords(feedWords);
  return (
    <>
      <label class="field">
        {words.slug}
        <input
          type="text"
          required
          maxLength={100}
          spellcheck={false}
          readOnly={!isNew}
          placeholder="agence-du-port"
          value={fields.source}
          onInput={({ currentTarget: { value } }) => change({ source: value.trim() })}
        />
        <span class="help">{words.slugHelp}</span>
      </label>
      <label class="field">
        {words.url}
        <input
          type="text"
          inputMode="url"
          required
          spellcheck={false}
          placeholder="https://"
          value={fields.address}
          onInput={({ currentTarget: { value } }) => change({ address: value.trim() })}
        />
      </label>
      <div class="grid">
        {fields.format !== null && (
          <label class="field">
            {words.format}
            <select
              value={fields.format}
              onChange={({ currentTarget: { value } }) => change({ format: value })}
            >
              {feedFormats.map((format) => (
                <option key={format} value={format}>
                  {format}
                </option>
              ))}
            </select>
          </label>
        )}
        <IntervalSelect
          seconds={fields.intervalSeconds}
          onChange={(value) => change({ intervalSeconds: value })}
        />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={fields.full}
          onChange={({ currentTarget: { checked } }) => change({ full: checked })}
        />
        {words.full}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={fields.enabled}
          onChange={({ currentTarget: { checked } }) => change({ enabled: checked })}
        />
        {words.enabled}
      </label>
    </>
  );
}

/** Also offers an interval that a command or the API set. */
function IntervalSelect({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) {
  const words = useWords(feedWords);
  const hours = seconds / HOUR_SECONDS;
  const offered = INTERVALS_HOURS.some((one) => one === hours)
    ? INTERVALS_HOURS
    : [...INTERVALS_HOURS, hours];
  return (
    <label class="field">
      {words.every}
      <select value={seconds} onChange={({ currentTarget: { value } }) => onChange(Number(value))}>
        {offered.map((one) => (
          <option key={one} value={one * HOUR_SECONDS}>
            {words.hours(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
