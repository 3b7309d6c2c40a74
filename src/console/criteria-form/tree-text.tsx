import { useEffect, useId, useState } from 'preact/hooks';
import { useWords } from '../state/language.ts';
import { criteriaWords } from '../words/criteria.ts';
import type { LeafJson } from './leaf.ts';

interface TreeTextProps {
  tree: LeafJson;
  onChange: (tree: LeafJson) => void;
  /** The form cannot show this tree. */
  isForced: boolean;
}

/** Criteria as JSON, for trees that the form cannot show. */
export function TreeText({ tree, onChange, isForced }: TreeTextProps) {
  const id = useId();
  const words = useWords(criteriaWords);
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  useEffect(() => setText(JSON.stringify(tree, null, 2)), [tree]);
  const apply = () => {
    try {
      onChange(JSON.parse(text) as LeafJson);
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <div class="field">
      <label for={id}>JSON</label>
      <textarea
        id={id}
        class="mono"
        rows={14}
        spellcheck={false}
        aria-invalid={isWrong}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {isForced && <p class="help">{words.textHelp}</p>}
      {isWrong && (
        <p class="notice bad small" role="alert">
          {words.notJson}
        </p>
      )}
      <button type="button" onClick={apply}>
        {words.apply}
      </button>
    </div>
  );
}
