interface TabsProps<Choice extends string> {
  label: string;
  choices: readonly (readonly [Choice, string])[];
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

/** A few options side by side, one of them selected. */
export const Tabs = <Choice extends string>({ label, choices, chosen, onChoose }: TabsProps<Choice>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a border.
  <div class="tabs" role="group" aria-label={label}>
    {choices.map(([value, text]) => (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {text}
      </button>
    ))}
  </div>
);
