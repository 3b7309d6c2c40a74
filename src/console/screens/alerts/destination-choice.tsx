import { useId } from 'preact/hooks';
import { fetchDestinations } from '../../api/destinations.ts';
import type { ServedDestinationJson } from '../../api/generated/console.ts';
import { useQuery } from '../../api/query.ts';
import { useWords } from '../../state/language.ts';
import { alertWords } from '../../words/alerts.ts';

/** The kind is explicit, so that typing a known URL for a new webhook does not change the selection. */
export type ChosenDestination =
  | { readonly kind: 'default' }
  | { readonly kind: 'existing'; readonly url: string }
  | { readonly kind: 'new'; readonly url: string };

interface DestinationChoiceProps {
  value: ChosenDestination;
  onChange: (value: ChosenDestination) => void;
}

/** The form of `eventDestination` of an alert. */
const destinationUrl = ({ url, email }: ServedDestinationJson): string => url ?? `mailto:${email}`;

const selectedDestination = (option: string): ChosenDestination => {
  if (option === 'default') return { kind: 'default' };
  return option === 'new' ? { kind: 'new', url: '' } : { kind: 'existing', url: option };
};

export function DestinationChoice({ value, onChange }: DestinationChoiceProps) {
  const id = useId();
  const words = useWords(alertWords);
  const destinations = useQuery('destinations', (signal) => fetchDestinations(1, signal));
  const list = destinations.value ?? [];
  const main = list.find(({ isDefault }) => isDefault);
  return (
    <div class="field">
      <label for={id}>{words.goesTo}</label>
      <select
        id={id}
        value={value.kind === 'existing' ? value.url : value.kind}
        onChange={(event) => onChange(selectedDestination(event.currentTarget.value))}
      >
        <option value="default">
          {words.defaultDestination}
          {main && ` (${main.url ?? main.email})`}
        </option>
        {list.map((one) => (
          <option key={one.id} value={destinationUrl(one)}>
            {one.url ?? one.email}
          </option>
        ))}
        <option value="new">{words.newWebhook}</option>
      </select>
      {destinations.value && !main && value.kind === 'default' && (
        <p class="notice warn small">{words.noDestination}</p>
      )}
      {value.kind === 'new' && (
        <input
          type="url"
          aria-label={words.webhookUrl}
          placeholder="https://"
          value={value.url}
          onInput={(event) => onChange({ kind: 'new', url: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** The body member for the API; null is the account's default. */
export function toDestinationReference(choice: ChosenDestination): object | null {
  if (choice.kind === 'existing') return { eventDestination: choice.url };
  return choice.kind === 'new' && choice.url !== '' ? { webhookUrl: choice.url } : null;
}
