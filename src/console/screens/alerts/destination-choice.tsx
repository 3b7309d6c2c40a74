import { useId } from 'preact/hooks';
import { listDestinations } from '../../api/destinations.ts';
import { useLoaded } from '../../api/loaded.ts';
import { useWords } from '../../state/language.ts';
import { alertWords } from '../../words/alerts.ts';

/** Empty: the default of the account. An id: that destination. Starting with http: a webhook to be made. */
interface DestinationChoiceProps {
  value: string;
  onChange: (value: string) => void;
}

const NEW = 'new';

export function DestinationChoice({ value, onChange }: DestinationChoiceProps) {
  const id = useId();
  const words = useWords(alertWords);
  const destinations = useLoaded('destinations', (signal) => listDestinations(1, signal));
  const list = destinations.value ?? [];
  const isNew = value === NEW || /^https?:/.test(value);
  const main = list.find(({ isDefault }) => isDefault);
  return (
    <div class="field">
      <label for={id}>{words.goesTo}</label>
      <select id={id} value={isNew ? NEW : value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">
          {words.defaultDestination}
          {main && ` (${main.url ?? main.email})`}
        </option>
        {list.map((one) => (
          <option key={one.id} value={one.id}>
            {one.url ?? one.email}
          </option>
        ))}
        <option value={NEW}>{words.newWebhook}</option>
      </select>
      {destinations.value && !main && !isNew && <p class="notice warn small">{words.noDestination}</p>}
      {isNew && (
        <input
          type="url"
          aria-label={words.webhookUrl}
          placeholder="https://"
          value={value === NEW ? '' : value}
          onInput={(event) => onChange(event.currentTarget.value || NEW)}
        />
      )}
    </div>
  );
}

/** What the API is told of the choice; undefined leaves the default. */
export function destinationOf(value: string): object | null {
  if (value === '' || value === NEW) return null;
  return /^https?:/.test(value) ? { webhookUrl: value } : { eventDestination: value };
}
