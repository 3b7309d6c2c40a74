import type { Property } from '../../api/property.ts';
import { useLanguage, useWords } from '../../app/language.ts';
import { useFormat } from '../../parts/format.ts';
import { useLabels } from '../../words/catalogue.ts';
import { memberLabel, propertyMemberWords } from '../../words/members.ts';
import { propertyWords } from '../../words/property.ts';
import { partWords } from '../../words/shell.ts';
import { type Fact, factsIn } from './flatten.ts';

const WORD = /^[A-Z][A-Z0-9_]+$/;

/** A value as a person reads it. */
export function useTold() {
  const labels = useLabels();
  const format = useFormat();
  const words = useWords(partWords);
  return (value: unknown): string => {
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (typeof value === 'number')
      return value > 1800 && value < 2100 && Number.isInteger(value)
        ? String(value)
        : format.number(value, 2);
    const text = String(value);
    return text
      .split(', ')
      .map((part) => (WORD.test(part) ? labels.value(part) : part))
      .join(', ');
  };
}

const isUnit = ({ path }: Fact): boolean => /(^|\.)(unit|currency|iri|id)$/.test(path);

/** The consolidated view, section by section, as the property has it. */
export function Facts({ property }: { property: Property }) {
  const words = useWords(propertyWords);
  const sections = useWords(propertyMemberWords);
  const { transaction, area, unit, building, amenities, pricing } = property;
  const shown = { transaction, pricing, area, unit, building, amenities };
  return (
    <section class="card stack">
      <h2>{words.facts}</h2>
      {Object.entries(shown).map(([name, section]) => {
        const facts = factsIn(section, '').filter((fact) => !isUnit(fact));
        if (facts.length === 0) return null;
        return (
          <div key={name} class="stack tight">
            <h3 class="soft">{sections[name as keyof typeof sections]}</h3>
            <dl class="facts">
              {facts.map((fact) => (
                <One key={fact.path} fact={fact} />
              ))}
            </dl>
          </div>
        );
      })}
    </section>
  );
}

function One({ fact: { path, value } }: { fact: Fact }) {
  const told = useTold();
  const language = useLanguage();
  return (
    <div>
      <dt>{memberLabel(language, path)}</dt>
      <dd class={value === false ? 'soft' : undefined}>{told(value)}</dd>
    </div>
  );
}
