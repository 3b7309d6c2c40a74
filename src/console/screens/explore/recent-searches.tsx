import { useEffect, useState } from 'preact/hooks';
import { type LeafJson, parseTree } from '../../criteria-form/leaf.ts';
import { CriteriaSummary } from '../../criteria-form/summary.tsx';
import { useWords } from '../../state/language.ts';
import { readStored, writeStored } from '../../state/local-storage.ts';
import { session } from '../../state/session.ts';
import { exploreWords } from '../../words/explore.ts';

const MAX_RECENT = 8;
/** A search that was looked at for this long is one to offer again. */
const LOOKED_AT_MS = 1_000;

/** Of each person who uses this browser. */
const storageName = (): string => `recent-searches.${session.get()?.id ?? ''}`;

function readRecent(): readonly string[] {
  try {
    const read: unknown = JSON.parse(readStored(storageName()) ?? '[]');
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

interface RecentSearchesProps {
  /** The criteria in the URL. */
  text: string | null;
  onChange: (tree: LeafJson) => void;
}

/** The last searches of this person, kept in this browser only. */
export function RecentSearches({ text, onChange }: RecentSearchesProps) {
  const words = useWords(exploreWords);
  const [recent, setRecent] = useState(readRecent);
  const store = (next: readonly string[]) => {
    writeStored(storageName(), JSON.stringify(next));
    setRecent(next);
  };
  useEffect(() => {
    if (!text) return;
    const timer = setTimeout(() => {
      store([text, ...readRecent().filter((one) => one !== text)].slice(0, MAX_RECENT));
    }, LOOKED_AT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const others = recent.filter((one) => one !== text);
  if (others.length === 0) return null;
  return (
    <details class="recent">
      <summary>{words.recent}</summary>
      <ul class="stack tight">
        {others.map((one) => (
          <li key={one}>
            <button type="button" class="plain recent-search" onClick={() => onChange(parseTree(one))}>
              <CriteriaSummary tree={parseTree(one)} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="plain small" onClick={() => store([])}>
        {words.forgetRecent}
      </button>
    </details>
  );
}
