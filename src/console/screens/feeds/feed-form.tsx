import { useState } from 'preact/hooks';
import { feedFormats } from '../../../catalogue/feed-formats.ts';
import type { FeedJson } from '../../api/generated/public.ts';
import { postFeed } from '../../api/operator.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DraftOffer } from '../../parts/draft-offer.tsx';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { CheckField, Form, SelectField, TextField } from '../../parts/fields.tsx';
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
  const save = () => {
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
      <Form onSend={save}>
        <DraftOffer draft={draft} onRestore={setFields} />
        <FeedInputs fields={fields} isNew={known === undefined} change={change} />
        {error && <ErrorNotice fault={error} />}
        <button type="submit" class="main-action">
          {known ? words.save : words.add}
        </button>
      </Form>
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
      <TextField
        label={words.slug}
        help={words.slugHelp}
        required
        maxLength={100}
        spellcheck={false}
        readOnly={!isNew}
        placeholder="agence-du-port"
        value={fields.source}
        onText={(text) => change({ source: text.trim() })}
      />
      <TextField
        label={words.url}
        inputMode="url"
        required
        spellcheck={false}
        placeholder="https://"
        value={fields.address}
        onText={(text) => change({ address: text.trim() })}
      />
      <div class="grid">
        {fields.format !== null && (
          <SelectField
            label={words.format}
            value={fields.format}
            onChoose={(format) => change({ format })}
            options={feedFormats.map((format) => [format, format] as const)}
          />
        )}
        <IntervalSelect
          seconds={fields.intervalSeconds}
          onChange={(value) => change({ intervalSeconds: value })}
        />
      </div>
      <CheckField label={words.full} checked={fields.full} onCheck={(full) => change({ full })} />
      <CheckField label={words.enabled} checked={fields.enabled} onCheck={(enabled) => change({ enabled })} />
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
    <SelectField
      label={words.every}
      value={`${seconds}`}
      onChoose={(value) => onChange(Number(value))}
      options={offered.map((one) => [`${one * HOUR_SECONDS}`, words.hours(one)] as const)}
    />
  );
}
