import { useWords } from '../state/language.ts';
import { comparisonWords, evidenceWords, levelWords } from '../words/evidence.ts';
import { useFormat } from './format.ts';

/** The level of each comparison of two listings, and its weight in bits. */
export interface PairComparison {
  readonly levels: Readonly<Record<string, string>>;
  readonly bits: Readonly<Record<string, number>>;
}

interface EvidenceLine {
  readonly name: string;
  readonly text: string;
  readonly bits: number;
}

function useEvidenceLines({ levels, bits }: PairComparison): readonly EvidenceLine[] {
  const names: Readonly<Record<string, string>> = useWords(comparisonWords);
  const words: Readonly<Record<string, string>> = useWords(levelWords);
  return Object.entries(levels)
    .map(([name, level]) => ({
      name,
      text: `${names[name] ?? name}: ${words[level] ?? level}`,
      bits: bits[name] ?? 0,
    }))
    .sort((one, other) => Math.abs(other.bits) - Math.abs(one.bits));
}

/** The evidence for and against one property, the strongest first. */
export function EvidencePanel({ of }: { of: PairComparison }) {
  const words = useWords(evidenceWords);
  const lines = useEvidenceLines(of);
  return (
    <div class="halves">
      <EvidenceLines title={words.for} lines={lines.filter(({ bits }) => bits > 0)} shade="good" />
      <EvidenceLines title={words.against} lines={lines.filter(({ bits }) => bits < 0)} shade="bad" />
    </div>
  );
}

interface EvidenceLinesProps {
  title: string;
  lines: readonly EvidenceLine[];
  shade: 'good' | 'bad';
}

function EvidenceLines({ title, lines, shade }: EvidenceLinesProps) {
  const words = useWords(evidenceWords);
  const format = useFormat();
  return (
    <div class="stack tight">
      <h3>{title}</h3>
      {lines.length === 0 && <p class="soft small">{words.nothingFor}</p>}
      <ul class="lines">
        {lines.map(({ name, text, bits }) => (
          <li key={name} class="row apart">
            <span>{text}</span>
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

/** As the description of `score` in the grouping routes states. */
const MIN_LINK_BITS = 2;
