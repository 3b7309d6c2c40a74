import type { Filter } from '../../catalogue/filters/kinds.ts';
import type { Vocabulary } from '../../catalogue/vocabulary.ts';
import type { ValueFormat } from '../parts/format.ts';
import type { Labels } from '../words/catalogue.ts';
import type { criteriaWords } from '../words/criteria.ts';
import { parseValueLists } from './choices.tsx';

interface Texts {
  readonly labels: Labels;
  readonly format: ValueFormat;
  readonly words: (typeof criteriaWords)['en'];
  readonly yes: string;
  readonly no: string;
}

interface RangeJson {
  gte?: number;
  lte?: number;
  orMissing?: boolean;
}

/** The operand of a filter in words; places have names of their own. */
export function describeOperand(filter: Filter, operand: unknown, texts: Texts): string {
  if (typeof operand === 'boolean') return operand ? texts.yes : texts.no;
  if (filter.kind === 'range') return describeRange(operand as RangeJson, texts);
  if (filter.kind === 'time') {
    const { from, to } = operand as { from?: string; to?: string };
    const { format } = texts;
    return [from && `≥ ${format.date(from)}`, to && `< ${format.date(to)}`].filter(Boolean).join(', ');
  }
  if (filter.kind === 'scores')
    return (operand as ScoreJson[]).map((score) => describeScore(score, filter.types, texts)).join('; ');
  return describeLists(operand, 'vocabulary' in filter ? filter.vocabulary : undefined, texts);
}

function describeRange({ gte, lte, orMissing }: RangeJson, { format, words }: Texts): string {
  const bounds = [
    gte !== undefined && `≥ ${format.number(gte, 2)}`,
    lte !== undefined && `≤ ${format.number(lte, 2)}`,
    orMissing && words.orMissing,
  ];
  return bounds.filter(Boolean).join(', ');
}

interface ScoreJson {
  type: string;
  rating?: readonly string[];
  value?: RangeJson;
}

const describeScore = ({ type, rating, value }: ScoreJson, types: Vocabulary, texts: Texts): string =>
  [texts.labels.value(type, types), rating?.join('/'), value && describeRange(value, texts)]
    .filter(Boolean)
    .join(' ');

function describeLists(operand: unknown, vocabulary: Vocabulary | undefined, texts: Texts): string {
  const { labels, words } = texts;
  const label = (value: string) => (vocabulary ? labels.value(value, vocabulary) : value);
  const { in: wanted = [], inOrMissing = [], nin = [], ...others } = parseValueLists(operand);
  const rest = Object.values(others as Record<string, unknown>)
    .flat()
    .map(String);
  return [
    ...[...wanted, ...inOrMissing, ...rest].map(label),
    ...(inOrMissing.length > 0 ? [words.orMissing] : []),
    ...nin.map((value) => words.not(label(value))),
  ].join(', ');
}
