import type { ComponentChildren, InputHTMLAttributes } from 'preact';

interface FormProps {
  class?: string;
  onSend: (form: HTMLFormElement) => void;
  children: ComponentChildren;
}

/** A form that a script sends: the page stays. */
export const Form = ({ class: className = 'stack', onSend, children }: FormProps) => (
  <form
    class={className}
    onSubmit={(event) => {
      event.preventDefault();
      onSend(event.currentTarget);
    }}
  >
    {children}
  </form>
);

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  help?: string;
  onText?: (text: string) => void;
};

/** A labelled input of one line. */
export const TextField = ({ label, help, onText, ...input }: TextFieldProps) => (
  <label class="field">
    {label}
    <input type="text" {...input} onInput={({ currentTarget }) => onText?.(currentTarget.value)} />
    {help && <span class="help">{help}</span>}
  </label>
);

interface CheckFieldProps {
  label: string;
  class?: string;
  checked: boolean;
  onCheck: (checked: boolean) => void;
}

export const CheckField = ({ label, class: className = 'check', checked, onCheck }: CheckFieldProps) => (
  <label class={className}>
    <input
      type="checkbox"
      checked={checked}
      onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
    />
    {label}
  </label>
);

interface SelectProps<Value extends string> {
  /** What is sent and what is shown of each. */
  options: readonly (readonly [value: Value, text: string])[];
  value?: Value;
  onChoose?: (value: Value) => void;
  class?: string;
  id?: string;
  /** For one without a label beside it. */
  label?: string;
  title?: string;
  name?: string;
  required?: boolean;
}

export const Select = <Value extends string>({ options, onChoose, label, ...select }: SelectProps<Value>) => (
  <select
    aria-label={label}
    {...select}
    onChange={({ currentTarget }) => onChoose?.(currentTarget.value as Value)}
  >
    {options.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
);

interface SelectFieldProps<Value extends string> extends SelectProps<Value> {
  label: string;
  help?: string;
}

export const SelectField = <Value extends string>({ label, help, ...select }: SelectFieldProps<Value>) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is a component
  <label class="field">
    {label}
    <Select {...select} />
    {help && <span class="help">{help}</span>}
  </label>
);
