import { useId, useState } from 'preact/hooks';
import { fetchAllDestinations } from '../../api/destinations.ts';
import type { ServedDestinationJson } from '../../api/generated/console.ts';
import { useQuery } from '../../api/query.ts';
import { postOpenBin } from '../../api/request-bin.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { Select } from '../../parts/fields.tsx';
import { useMutation } from '../../parts/mutation.ts';
import { Secret } from '../../parts/secret.tsx';
import { useWords } from '../../state/language.ts';
import { alertWords } from '../../words/alerts.ts';
import { requestBinWords } from '../../words/request-bin.ts';
import { WebhookUrlField } from '../destinations/webhook-url-field.tsx';

/** The kind is explicit, so that typing a known URL for a new webhook does not change the selection. */
export type ChosenDestination =
  | { readonly kind: 'default' }
  | { readonly kind: 'existing'; readonly url: string }
  | { readonly kind: 'new'; readonly url: string };

interface DestinationChoiceProps {
  value: ChosenDestination;
  onChange: (value: ChosenDestination) => void;
}

/** Opens the request bin, which is a destination from then on. */
const OPEN_BIN = 'bin';

/** The form of `eventDestination` of an alert. */
const destinationUrl = ({ url, email }: ServedDestinationJson): string => url ?? `mailto:${email}`;

const selectedDestination = (option: string): ChosenDestination => {
  if (option === 'default') return { kind: 'default' };
  return option === 'new' ? { kind: 'new', url: '' } : { kind: 'existing', url: option };
};

export function DestinationChoice({ value, onChange }: DestinationChoiceProps) {
  const id = useId();
  const words = useWords(alertWords);
  const bin = useWords(requestBinWords);
  const destinations = useQuery('all destinations', fetchAllDestinations);
  const list = destinations.value ?? [];
  const main = list.find(({ isDefault }) => isDefault);
  const { error, run } = useMutation();
  const [signingKey, setSigningKey] = useState<string>();
  const openBin = () =>
    run(postOpenBin(), (bin) => {
      setSigningKey(bin.signingKey);
      destinations.reload();
      onChange({ kind: 'existing', url: bin.url });
    });
  const isListed = value.kind !== 'existing' || list.some((one) => destinationUrl(one) === value.url);
  return (
    <div class="field">
      <label for={id}>{words.goesTo}</label>
      <Select
        id={id}
        value={value.kind === 'existing' ? value.url : value.kind}
        onChoose={(choice) => (choice === OPEN_BIN ? openBin() : onChange(selectedDestination(choice)))}
        options={[
          ['default', words.defaultDestination + (main ? ` (${main.url ?? main.email})` : '')],
          ...list.map((one) => [destinationUrl(one), one.url ?? one.email ?? ''] as const),
          ...(isListed ? [] : [[value.url, value.url] as const]),
          ['new', words.newWebhook],
          [OPEN_BIN, bin.choose],
        ]}
      />
      {destinations.value && !main && value.kind === 'default' && (
        <p class="notice warn small">{words.noDestination}</p>
      )}
      {value.kind === 'new' && (
        <WebhookUrlField
          label={words.webhookUrl}
          value={value.url}
          onChange={(url) => onChange({ kind: 'new', url })}
        />
      )}
      {error && <ErrorNotice fault={error} />}
      {signingKey && (
        <Dialog title={words.signingKey} onClose={() => setSigningKey(undefined)}>
          <p>{words.signingKeyText}</p>
          <Secret text={signingKey} label={words.signingKey} />
        </Dialog>
      )}
    </div>
  );
}

/** The body member for the API; null is the account's default. */
export function toDestinationReference(choice: ChosenDestination): object | null {
  if (choice.kind === 'existing') return { eventDestination: choice.url };
  return choice.kind === 'new' && choice.url !== '' ? { webhookUrl: choice.url } : null;
}

/** The choice when the form opens: the destination of the alert, or of the link to the form. */
export const toChosenDestination = (url: string | null): ChosenDestination =>
  url === null ? { kind: 'default' } : { kind: 'existing', url };
