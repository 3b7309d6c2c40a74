import type { ConsolidatedProperty } from '../../../catalogue/document.ts';
import { useFormat } from '../../parts/format.ts';
import { useWords } from '../../state/language.ts';
import { propertyWords } from '../../words/property.ts';

/** The lowest and highest displayed price, when listings differ. */
export function PriceSpread({ property: { pricing } }: { property: ConsolidatedProperty }) {
  const words = useWords(propertyWords);
  const format = useFormat();
  if (pricing?.spread === undefined) return null;
  const { lowest, highest, adverts } = pricing.spread;
  const { currency = 'EUR' } = pricing;
  return (
    <div>
      <dt>{words.asked}</dt>
      <dd>{words.spread(format.money(lowest, currency), format.money(highest, currency), adverts)}</dd>
    </div>
  );
}
