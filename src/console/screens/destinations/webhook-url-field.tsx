import { useId, useState } from 'preact/hooks';
import { fetchUrlCheck } from '../../api/request-bin.ts';
import { useWords } from '../../state/language.ts';
import { destinationWords } from '../../words/delivery.ts';

interface WebhookUrlFieldProps {
  label: string;
  value: string;
  onChange: (url: string) => void;
  /** Otherwise the label is for screen readers only. */
  isLabelShown?: boolean;
}

/** The URL of a webhook. When the field is left, the service says why it would refuse it. */
export function WebhookUrlField({ label, value, onChange, isLabelShown = false }: WebhookUrlFieldProps) {
  const id = useId();
  const words = useWords(destinationWords);
  const [fault, setFault] = useState<string>();
  const check = (url: string) => {
    if (url === '') return;
    // Without an answer nothing is shown: saving decides.
    fetchUrlCheck(url).then(
      (checked) => setFault(checked.fault ?? undefined),
      () => setFault(undefined),
    );
  };
  return (
    <div class="field">
      <label for={id} class={isLabelShown ? undefined : 'hidden'}>
        {label}
      </label>
      <input
        id={id}
        required
        type="text"
        inputMode="url"
        placeholder="https://"
        autocomplete="off"
        spellcheck={false}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onInput={(event) => {
          setFault(undefined);
          onChange(event.currentTarget.value.trim());
        }}
        onBlur={(event) => check(event.currentTarget.value.trim())}
      />
      {fault !== undefined && (
        <p class="notice bad small" role="alert" id={`${id}-fault`}>
          {words.urlRefused(fault)}
        </p>
      )}
    </div>
  );
}
