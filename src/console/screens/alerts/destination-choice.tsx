import { useId } from 'preact/hooks';
import { type Destination, listDestinations } from '../../api/destinations.ts';
import { useLoaded } from '../../api/loaded.ts';
import { useWords } from '../../state/language.ts';
import { alertWords } from '../../words/alerts.ts';

/** What was chosen stays chosen, whatever is typed into the field of a new webhook. */
export type ChosenDestination =
  | { readonly kind: 'default' }
  | { readonly kind: 'existing'; readonly url: string }
  | { readonly kind: 'new'; readonly url: string };

interface DestinationChoiceProps {
  value: ChosenDestination;
  onChange: (value: ChosenDestination) => void;
}

/** As an alert shows the destination it uses. */
const urlOf = ({ url, email }: Destination): string => url ?? `mailto:${email}`;

const chosen = (option: string): ChosenDestination => {
  if (option === 'default') return { kind: 'default' };
  return option === 'new' ? { kind: 'new', url: '' } : { kind: 'existing', url: option };
};

export function DestinationChoice({ value, onChange }: DestinationChoiceProps) {
  const id = useId();
  const words = useWords(alertWords);
  const destinations = useLoaded('destinations', (signal) => listDestinations(1, signal));
  const list = destinations.value ?? [];
  const main = list.find(({ isDefault }) => isDefault);
  return (
    <div class="field">
      <label for={id}>{words.goesTo}</label>
      <select
        id={id}
        value={value.kind === 'existing' ? value.url : value.kind}
        onChange={(event) => onChange(chosen(event.currentTarget.value))}
      >
        <option value="default">
          {words.defaultDestination}
          {main && ` (${main.url ?? main.email})`}
        </option>
        {list.map((one) => (
          <option key={one.id} value={urlOf(one)}>
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

/** As the API takes it; null is the account's default. */
export function destinationOf(choice: ChosenDestination): object | null {
  if (choice.kind === 'existing') return { eventDestination: choice.url };
  return choice.kind === 'new' && choice.url !== '' ? { webhookUrl: choice.url } : null;
}
