import { useState } from 'preact/hooks';

type FieldEvent = { readonly currentTarget: HTMLInputElement };

/**
 * The properties of a text field that commits when it is left: until then it keeps what is typed, also when a reply of the service
 * renders the form again.
 */
export function useTypedText(stored: string | number, commit: (text: string) => void) {
  const [typed, setTyped] = useState<string>();
  return {
    value: typed ?? stored,
    onInput: ({ currentTarget }: FieldEvent) => setTyped(currentTarget.value),
    onChange({ currentTarget }: FieldEvent) {
      setTyped(undefined);
      commit(currentTarget.value);
    },
  };
}
