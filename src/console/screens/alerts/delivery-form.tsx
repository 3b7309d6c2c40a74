import type { AlertJson } from '../../api/generated/public.ts';
import { Select } from '../../parts/fields.tsx';
import { useLanguage, useWords } from '../../state/language.ts';
import { alertWords } from '../../words/alerts.ts';

export type DeliveryJson = AlertJson['delivery'];

interface DeliveryFormProps {
  plan: DeliveryJson;
  onChange: (plan: DeliveryJson) => void;
}

/** The time zone of the browser: digests come at the local time of the person who asks for them. */
const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When the alert notifies: at once, at most so many a day, or in one digest a day. */
export function DeliveryForm({ plan, onChange }: DeliveryFormProps) {
  const words = useWords(alertWords);
  const language = useLanguage();
  const change = (more: Partial<NonNullable<DeliveryJson>>) =>
    onChange({ mode: 'INSTANT', timezone: localZone(), language, ...plan, ...more });
  const setLimit = (text: string) => {
    const { maxPerDay: _, ...rest } = plan ?? { mode: 'INSTANT' as const };
    if (text !== '') change({ maxPerDay: Number(text) });
    else onChange(rest.mode === 'DIGEST' ? rest : undefined);
  };
  const waits = plan?.mode === 'DIGEST' || plan?.maxPerDay !== undefined;
  return (
    <fieldset class="field">
      <legend class="label">{words.delivery}</legend>
      <div class="row">
        <Select
          label={words.delivery}
          value={plan?.mode ?? 'INSTANT'}
          onChoose={(mode) => (mode === 'DIGEST' ? change({ mode }) : onChange(undefined))}
          options={[
            ['INSTANT', words.instant],
            ['DIGEST', words.digest],
          ]}
        />
        {plan?.mode !== 'DIGEST' && (
          <label>
            {words.maxPerDay}{' '}
            <input
              type="number"
              min={0}
              max={10_000}
              value={plan?.maxPerDay ?? ''}
              onInput={({ currentTarget: { value } }) => setLimit(value)}
            />
          </label>
        )}
        {waits && (
          <label>
            {words.digestAt}{' '}
            <input
              type="time"
              value={plan?.at ?? '08:00'}
              onInput={({ currentTarget: { value } }) => value !== '' && change({ at: value })}
            />
          </label>
        )}
      </div>
    </fieldset>
  );
}
