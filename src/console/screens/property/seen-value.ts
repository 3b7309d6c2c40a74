import { isObject } from '../../../lib/is-object.ts';
import { useFormat } from '../../parts/format.ts';
import { useWords } from '../../state/language.ts';
import { useLabels } from '../../words/catalogue.ts';
import { partWords } from '../../words/shell.ts';

interface SeenFilter {
  readonly path: string;
  readonly kind: string | undefined;
}

const IS_MONEY = /pricing\.(?!.*(percent|months))/i;
const IS_YEAR = /year$/i;

/** What a filter saw of a home, in words. */
export function useSeenText(): (seen: unknown, filter: SeenFilter) => string {
  const labels = useLabels();
  const format = useFormat();
  const words = useWords(partWords);
  const text = (seen: unknown, filter: SeenFilter): string => {
    if (seen === null || seen === undefined) return words.noValue;
    if (typeof seen === 'boolean') return seen ? words.yes : words.no;
    if (typeof seen === 'number') {
      if (IS_YEAR.test(filter.path)) return String(seen);
      return IS_MONEY.test(filter.path) ? format.money(seen) : format.number(seen, 2);
    }
    if (Array.isArray(seen)) return seen.map((one) => text(one, filter)).join(', ') || words.noValue;
    if (isObject(seen))
      return Object.entries(seen)
        .map(([name, value]) => `${labels.value(name)}: ${describePart(value)}`)
        .join(', ');
    if (filter.kind === 'time') return format.date(String(seen));
    return labels.value(String(seen));
  };
  /** A feature is there or not; a score has a letter and a figure. */
  const describePart = (value: unknown): string => {
    if (!isObject(value)) return text(value, { path: '', kind: undefined });
    const known = Object.values(value).filter((one) => one !== null);
    return known.length === 0 ? words.noValue : known.map((one) => String(one)).join(' ');
  };
  return text;
}
