import { CopyButton } from './secret.tsx';

/** JSON with one member a line; any other text as it is. The button copies the exact bytes. */
export const JsonText = ({ text }: { text: string }) => (
  <div class="json-text">
    <CopyButton text={text} />
    <pre>{formatJson(text)}</pre>
  </div>
);

export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
