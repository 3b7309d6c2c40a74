import { useWords } from '../state/language.ts';
import { comparisonWords, evidenceWords, levelWords } from '../words/evidence.ts';
import { useFormat } from './format.ts';

/** How alike two listings are in each respect, and what each weighs. */
export interface PairComparison {
  readonly levels: Readonly<Record<string, string>>;
  readonly bits: Readonly<Record<string, number>>;
}

interface EvidenceLine {
  readonly name: string;
  readonly told: string;
  readonly bits: number;
}

function useEvidenceLines({ levels, bits }: PairComparison): readonly EvidenceLine[] {
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
export function EvidencePanel({ of }: { of: PairComparison }) {
  const words = useWords(evidenceWords);
  const clues = useEvidenceLines(of);
  return (
    <div class="halves">
      <EvidenceLines title={words.for} clues={clues.filter(({ bits }) => bits > 0)} shade="good" />
      <EvidenceLines title={words.against} clues={clues.filter(({ bits }) => bits < 0)} shade="bad" />
    </div>
  );
}

interface EvidenceLinesProps {
  title: string;
  clues: readonly EvidenceLine[];
  shade: 'good' | 'bad';
}

function EvidenceLines({ title, clues, shade }: EvidenceLinesProps) {
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

export const ScoreBadge = ({ bits }: { bits: number }) => {
  const words = useWords(evidenceWords);
  const format = useFormat();
  return (
    <span class={bits >= MIN_LINK_BITS ? 'badge good' : 'badge warn'}>
      {words.score(format.number(bits, 2))}
    </span>
  );
};

/** `score` of the grouping routes says so. */
const MIN_LINK_BITS = 2;
