import type { ConsolidatedProperty } from '../../../catalogue/document.ts';
import type { SearchHitJson } from '../../api/property.ts';
import { useFormat } from '../../parts/format.ts';
import { PhotoImage } from '../../parts/photo.tsx';
import { useWords } from '../../state/language.ts';
import { buildUrl } from '../../state/route.ts';
import { useLabels } from '../../words/catalogue.ts';
import { exploreWords } from '../../words/explore.ts';

export function usePrice() {
  const words = useWords(exploreWords);
  const format = useFormat();
  return ({ pricing, transaction }: ConsolidatedProperty): string => {
    if (pricing?.displayed === undefined) return words.noPrice;
    const price = format.money(pricing.displayed, pricing.currency);
    return transaction?.type === 'RENT' ? `${price} ${words.perMonth}` : price;
  };
}

/** "Flat · 71 m² · 4 rooms". */
export function useSummary() {
  const words = useWords(exploreWords);
  const labels = useLabels();
  const format = useFormat();
  return ({ propertyType, area, unit }: ConsolidatedProperty): string =>
    [
      propertyType && labels.value(propertyType),
      area?.displayed !== undefined &&
        `${format.number(area.displayed, 1)} ${area.unit === 'HECTARE' ? 'ha' : 'm²'}`,
      unit?.rooms !== undefined && words.rooms(unit.rooms),
    ]
      .filter(Boolean)
      .join(' · ');
}

export const describeLocation = ({ location }: ConsolidatedProperty): string =>
  [location?.neighborhood?.name, location?.district?.name ?? location?.city?.name ?? location?.stated?.city]
    .filter(Boolean)
    .join(', ');

export function PropertyCard({ found: { id, property, listings } }: { found: SearchHitJson }) {
  const words = useWords(exploreWords);
  const format = useFormat();
  const price = usePrice();
  const summary = useSummary();
  const [picture] = property.pictures;
  const deviation = property.valuation?.deviationPercent;
  const rating = property.unit?.diagnostic?.scores?.['ENERGY_CONSUMPTION']?.rating;
  const drop = property.changes.find(({ attribute }) => attribute === 'DISPLAYED_PRICE')?.variationPercent;
  return (
    <a class="property-card" href={buildUrl(`/properties/${id}`)}>
      <div class="picture">
        <PhotoImage url={picture?.url} alt="" />
        <span class="badges">
          {property.expired && <span class="badge bad">{words.expired}</span>}
          {drop !== undefined && Math.abs(drop) < 60 && (
            <span class={drop < 0 ? 'badge good' : 'badge warn'}>{format.percent(drop)}</span>
          )}
        </span>
      </div>
      <div class="summary">
        <strong class="numbers">{price(property)}</strong>
        <span>{summary(property)}</span>
        <span class="soft clip">{describeLocation(property)}</span>
        <span class="row apart small soft">
          <span>{words.listings(listings)}</span>
          {deviation !== undefined && <span>{words.estimate(format.percent(deviation))}</span>}
          {rating && <span class={`rating r-${rating}`}>{rating}</span>}
        </span>
      </div>
    </a>
  );
}
