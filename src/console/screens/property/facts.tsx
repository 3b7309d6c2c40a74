import type { ConsolidatedProperty } from '../../../catalogue/document.ts';
import { useFormat } from '../../parts/format.ts';
import { useLanguage, useWords } from '../../state/language.ts';
import { useLabels } from '../../words/catalogue.ts';
import { memberLabel, propertyMemberWords } from '../../words/members.ts';
import { propertyWords } from '../../words/property.ts';
import { partWords } from '../../words/shell.ts';
import { type FactUnit, flattenFacts, type PropertyFact } from './flatten.ts';

const WORD = /^[A-Z][A-Z0-9_]+$/;
const YEAR = /year$/i;

/** Formats a value with its unit. */
export function useFactText() {
  const labels = useLabels();
  const format = useFormat();
  const words = useWords(partWords);
  const periods: Readonly<Record<string, string>> = { MONTHLY: words.aMonth, YEARLY: words.aYear };
  const figure = (value: number, path: string, { currency, unit, frequency }: FactUnit): string => {
    if (YEAR.test(path)) return String(value);
    if (/percentage$/.test(path)) return `${format.number(value, 2)} %`;
    if (isMoney(path))
      return [format.money(value, currency), periods[frequency ?? '']].filter(Boolean).join(' ');
    if (/^area\b/.test(path)) return `${format.number(value, 2)} ${labels.value(unit ?? 'SQM')}`;
    return format.number(value, 2);
  };
  return (value: unknown, path = '', measure: FactUnit = {}): string => {
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (typeof value === 'number') return figure(value, path, measure);
    const parts = String(value)
      .split(', ')
      .map((part) => (WORD.test(part) ? labels.value(part) : part));
    return parts.join(', ');
  };
}

const isMoney = (path: string): boolean =>
  path === 'displayedPrice' || (/^pricing\b/.test(path) && !/(months|percentage)$/.test(path));

const isInternal = ({ path }: PropertyFact): boolean => /\.(iri|id)$/.test(path);

/** The consolidated view by section. */
export function PropertyFacts({ property }: { property: ConsolidatedProperty }) {
  const words = useWords(propertyWords);
  const sections = useWords(propertyMemberWords);
  const { transaction, area, unit, building, amenities, pricing } = property;
  // The spread has a line of its own.
  const { spread: _, spreadPercent: __, ...prices } = pricing ?? {};
  const shown = { transaction, pricing: prices, area, unit, building, amenities };
  return (
    <section class="card stack">
      <h2>{words.facts}</h2>
      {Object.entries(shown).map(([name, section]) => {
        const facts = flattenFacts(section, name).filter((fact) => !isInternal(fact));
        if (facts.length === 0) return null;
        return (
          <div key={name} class="stack tight">
            <h3 class="soft">{sections[name as keyof typeof sections]}</h3>
            <dl class="facts">
              {facts.map((fact) => (
                <FactRow key={fact.path} fact={fact} />
              ))}
            </dl>
          </div>
        );
      })}
    </section>
  );
}

function FactRow({ fact: { path, value, measure } }: { fact: PropertyFact }) {
  const factText = useFactText();
  const language = useLanguage();
  return (
    <div>
      <dt>{memberLabel(language, path)}</dt>
      <dd class={value === false ? 'soft' : undefined}>{factText(value, path, measure)}</dd>
    </div>
  );
}
