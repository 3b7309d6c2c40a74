import { useWords } from '../state/language.ts';
import { comparisonWords, evidenceWords, levelWords } from '../words/evidence.ts';
import { useFormat } from './format.ts';

/** How alike two listings are in each respect, and what each weighs. */
export interface Likeness {
  readonly levels: Readonly<Record<string, string>>;
  readonly bits: Readonly<Record<string, number>>;
}

interface Clue {
  readonly name: string;
  readonly told: string;
  readonly bits: number;
}

function useClues({ levels, bits }: Likeness): readonly Clue[] {
  const names: Readonly<Record<string, string>> = useWords(comparisonWords);
  const words: Readonly<Record<string, string>> = useWords(levelWords);
  return Object.entries(levels)
    .map(([name, level]) => ({
      name,
      told: `${names[name] ?? name}: ${words[level] ?? level}`,
      bits: bits[name] ?? 0,
    }))
    .sort((one, other) => Math.abs(other.bits) - Math.abs(one.bits));
}

/** What speaks for one home beside what speaks against it, the strongest first. */
export function Evidence({ of }: { of: Likeness }) {
  const words = useWords(evidenceWords);
  const clues = useClues(of);
  return (
    <div class="halves">
      <Clues title={words.for} clues={clues.filter(({ bits }) => bits > 0)} shade="good" />
      <Clues title={words.against} clues={clues.filter(({ bits }) => bits < 0)} shade="bad" />
    </div>
  );
}

interface CluesProps {
  title: string;
  clues: readonly Clue[];
  shade: 'good' | 'bad';
}

function Clues({ title, clues, shade }: CluesProps) {
  const words = useWords(evidenceWords);
  const format = useFormat();
  return (
    <div class="stack tight">
      <h3>{title}</h3>
      {clues.length === 0 && <p class="soft small">{words.nothingFor}</p>}
      <ul class="clues">
        {clues.map(({ name, told, bits }) => (
          <li key={name}>
            <span>{told}</span>
            <span class={`badge ${shade} numbers`}>{format.signed(bits)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export const Score = ({ bits }: { bits: number }) => {
  const words = useWords(evidenceWords);
  const format = useFormat();
  return (
    <span class={bits >= LINKED_FROM ? 'badge good' : 'badge warn'}>
      {words.score(format.number(bits, 2))}
    </span>
  );
};

/** `score` of the grouping routes says so. */
const LINKED_FROM = 2;
