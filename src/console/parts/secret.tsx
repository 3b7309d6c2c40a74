import { useState } from 'preact/hooks';
import { useWords } from '../state/language.ts';
import { partWords } from '../words/shell.ts';

/** A text with a copy button, whose label confirms the copy. */
export function CopyButton({ text }: { text: string }) {
  const words = useWords(partWords);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <button type="button" onClick={copy}>
      <span aria-live="polite">{copied ? words.copied : words.copy}</span>
    </button>
  );
}

export const Secret = ({ text, label }: { text: string; label: string }) => (
  <div class="secret">
    <span class="hidden">{label}</span>
    <code>{text}</code>
    <CopyButton text={text} />
  </div>
);
