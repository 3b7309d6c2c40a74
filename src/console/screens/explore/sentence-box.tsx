import { useState } from 'preact/hooks';
import { parseSentence } from '../../api/sentences.ts';
import type { LeafJson } from '../../criteria-form/leaf.ts';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { Form } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useMutation } from '../../parts/mutation.ts';
import { useWords } from '../../state/language.ts';
import { exploreWords } from '../../words/explore.ts';

/** The longest text that the service reads. */
const MAX_SENTENCE_CHARS = 1_000;

/** A search in words: fills the filters, and shows what it did not understand. */
export function SentenceBox({ onChange }: { onChange: (tree: LeafJson) => void }) {
  const words = useWords(exploreWords);
  const [text, setText] = useState('');
  const [ignored, setIgnored] = useState<readonly string[]>([]);
  const { error, run } = useMutation();
  const submit = () => {
    if (text.trim() === '') return;
    run(parseSentence(text), (parsed) => {
      setIgnored(parsed.ignored.map((part) => part.text));
      onChange(parsed.criteria as LeafJson);
    });
  };
  return (
    <Form class="sentence stack tight" onSend={submit}>
      <div class="row">
        <input
          type="search"
          aria-label={words.sentence}
          placeholder={words.sentenceExample}
          maxLength={MAX_SENTENCE_CHARS}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button">
          <Icon name="explore" size={16} />
          {words.search}
        </button>
      </div>
      {ignored.length > 0 && (
        <p class="soft small" role="status">
          {words.notUnderstood} {ignored.map((part) => `“${part}”`).join(', ')}
        </p>
      )}
      {error && <ErrorNotice fault={error} />}
    </Form>
  );
}
