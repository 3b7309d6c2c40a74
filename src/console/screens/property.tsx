import { useState } from 'preact/hooks';
import type { PropertyResult } from '../../catalogue/document.ts';
import { fetchStatedListings } from '../api/grouping.ts';
import { fetchProperty } from '../api/property.ts';
import { useQuery } from '../api/query.ts';
import { CompareBar } from '../parts/compare-bar.tsx';
import { CompareButton } from '../parts/compare-button.tsx';
import { AsyncContent } from '../parts/feedback.tsx';
import { PointMap } from '../parts/map.tsx';
import { MomentText } from '../parts/moment.tsx';
import { Screen, type ScreenProps } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { useCurrentRoute } from '../state/route.ts';
import { exploreWords } from '../words/explore.ts';
import { propertyWords } from '../words/property.ts';
import { describeLocation, usePrice, useSummary } from './explore/property-card.tsx';
import { AddressPanel } from './property/address.tsx';
import { AdvertList } from './property/adverts.tsx';
import { PropertyChanges } from './property/changes.tsx';
import { PropertyFacts } from './property/facts.tsx';
import { FavoriteButton } from './property/favorite-button.tsx';
import { PhotoGallery } from './property/gallery.tsx';
import { GroupingPanel } from './property/grouping.tsx';
import { LifelinePanel } from './property/lifeline.tsx';
import { MatchReasons } from './property/match-reasons.tsx';
import { PriceHistoryChart } from './property/price-history.tsx';
import { PublisherList } from './property/publishers.tsx';
import { RegroupPanel } from './property/regroup.tsx';
import { SalesNearbyPanel } from './property/sales-nearby.tsx';
import { PriceSpread } from './property/spread.tsx';
import { TimeSlider } from './property/time-slider.tsx';
import { ValuationPanel } from './property/valuation.tsx';
import { VariantsTable } from './property/variants.tsx';
import '../style/explore.css';
import '../style/groups.css';
import '../style/property.css';

export function PropertyScreen({ id }: ScreenProps) {
  const words = useWords(propertyWords);
  const [asOf, setAsOf] = useState<string>();
  const found = useQuery(`${id} ${asOf}`, (signal) => fetchProperty(id, signal, asOf));
  const price = usePrice();
  const summary = useSummary();
  const property = found.value?.property;
  return (
    <Screen
      title={property ? summary(property) : '…'}
      lead={property && [price(property), describeLocation(property)].filter(Boolean).join(' · ')}
      actions={
        <>
          <button type="button" class="plain" onClick={() => history.back()}>
            {words.back}
          </button>
          <CompareButton id={id} />
          <FavoriteButton id={id} />
        </>
      }
    >
      {property && <TimeSlider from={property.createdAt} asOf={asOf} onChange={setAsOf} />}
      <AsyncContent of={found} lines={8}>
        {(result) => <PropertyDetails result={result} onSaved={found.reload} />}
      </AsyncContent>
      <CompareBar />
    </Screen>
  );
}

function PropertyDetails({ result, onSaved }: { result: PropertyResult; onSaved: () => void }) {
  const words = useWords(propertyWords);
  const { property } = result;
  const alertId = useCurrentRoute().query.get('alert');
  const at = property.location?.geometry?.coordinates;
  const stated = useQuery(`${result.id} ${result.listings.length}`, (signal) =>
    fetchStatedListings(result.id, signal),
  );
  return (
    <div class="property stack wide">
      {alertId && <MatchReasons id={result.id} alertId={alertId} property={property} />}
      <div class="top">
        <PhotoGallery pictures={property.pictures} />
        <div class="stack">
          <PropertyStatus result={result} />
          {at && (
            <section class="map small-map" aria-label={words.where}>
              <PointMap label={words.where} points={[{ id: result.id, at, label: '' }]} subject={result.id} />
            </section>
          )}
        </div>
      </div>
      <AddressPanel id={result.id} property={property} listings={stated.value} />
      <PropertyFacts property={property} />
      <ValuationPanel id={result.id} at={at} />
      {property.body?.description && (
        <section class="card">
          <h2>{property.body.title ?? words.description}</h2>
          <p class="prose">{property.body.description}</p>
        </section>
      )}
      <VariantsTable result={result} />
      <div class="halves">
        <AsyncContent of={stated} lines={4}>
          {(listings) => <PriceHistoryChart result={result} listings={listings} />}
        </AsyncContent>
        <LifelinePanel id={result.id} listings={result.listings} currency={property.pricing?.currency} />
      </div>
      <AsyncContent of={stated} lines={4}>
        {(listings) => <AdvertList listings={listings} />}
      </AsyncContent>
      <PropertyChanges changes={property.changes} listings={result.listings} />
      <GroupingPanel key={result.listings.length} result={result} />
      <RegroupPanel result={result} onSaved={onSaved} />
      <div class="halves">
        <PublisherList publishers={result.publishers} />
        <SalesNearbyPanel id={result.id} />
      </div>
    </div>
  );
}

function PropertyStatus({ result: { property, listings } }: { result: PropertyResult }) {
  const words = useWords(propertyWords);
  const listWords = useWords(exploreWords);
  return (
    <div class="card">
      <dl class="facts one">
        <PriceSpread property={property} />
        <div>
          <dt>{words.firstSeen}</dt>
          <dd>
            <MomentText at={property.createdAt} />
          </dd>
        </div>
        <div>
          <dt>{words.lastChange}</dt>
          <dd>
            <MomentText at={property.updatedAt} />
          </dd>
        </div>
        <div>
          <dt>{listWords.listings(listings.length)}</dt>
          <dd>
            {property.expired ? (
              <span class="badge bad">{listWords.expired}</span>
            ) : (
              <span class="badge good">{words.online}</span>
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}
