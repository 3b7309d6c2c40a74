import { useLoaded } from '../api/loaded.ts';
import { type PropertyResult, readProperty } from '../api/property.ts';
import { Awaited } from '../parts/feedback.tsx';
import { PointMap } from '../parts/map.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen, type ScreenProps } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { exploreWords } from '../words/explore.ts';
import { propertyWords } from '../words/property.ts';
import { usePrice, useSummary, whereabouts } from './explore/property-card.tsx';
import { Changes } from './property/changes.tsx';
import { Facts } from './property/facts.tsx';
import { Gallery } from './property/gallery.tsx';
import { Grouping } from './property/grouping.tsx';
import { KeepButton } from './property/keep.tsx';
import { PriceHistory } from './property/price-history.tsx';
import { Publishers } from './property/publishers.tsx';
import { SalesNearby } from './property/sales-nearby.tsx';
import { Spread } from './property/spread.tsx';
import { Variants } from './property/variants.tsx';
import '../style/explore.css';
import '../style/property.css';

export function PropertyScreen({ id }: ScreenProps) {
  const words = useWords(propertyWords);
  const found = useLoaded(id, (signal) => readProperty(id, signal));
  const price = usePrice();
  const summary = useSummary();
  const property = found.value?.property;
  return (
    <Screen
      title={property ? summary(property) : '…'}
      lead={property ? `${price(property)} · ${whereabouts(property)}` : undefined}
      actions={
        <>
          <button type="button" class="plain" onClick={() => history.back()}>
            {words.back}
          </button>
          <KeepButton id={id} />
        </>
      }
    >
      <Awaited of={found} lines={8}>
        {(result) => <Whole result={result} />}
      </Awaited>
    </Screen>
  );
}

function Whole({ result }: { result: PropertyResult }) {
  const words = useWords(propertyWords);
  const { property } = result;
  const at = property.location?.geometry?.coordinates;
  return (
    <div class="property stack wide">
      <div class="top">
        <Gallery pictures={property.pictures ?? []} />
        <div class="stack">
          <Standing result={result} />
          {at && (
            <section class="map small-map" aria-label={words.where}>
              <PointMap label={words.where} points={[{ id: result.id, at, label: '' }]} subject={result.id} />
            </section>
          )}
        </div>
      </div>
      <Facts property={property} />
      {property.body?.description && (
        <section class="card">
          <h2>{property.body.title ?? words.description}</h2>
          <p class="prose">{property.body.description}</p>
        </section>
      )}
      <Variants result={result} />
      <div class="halves">
        <PriceHistory property={property} />
        <Publishers publishers={result.publishers} />
      </div>
      <Grouping result={result} />
      <div class="halves">
        <Changes changes={property.changes ?? []} listings={result.listings} />
        <SalesNearby id={result.id} />
      </div>
    </div>
  );
}

function Standing({ result: { property, listings } }: { result: PropertyResult }) {
  const words = useWords(propertyWords);
  const told = useWords(exploreWords);
  return (
    <div class="card">
      <dl class="facts one">
        <Spread property={property} />
        <div>
          <dt>{words.firstSeen}</dt>
          <dd>
            <Moment at={property.createdAt} />
          </dd>
        </div>
        <div>
          <dt>{words.lastChange}</dt>
          <dd>
            <Moment at={property.updatedAt} />
          </dd>
        </div>
        <div>
          <dt>{told.listings(listings.length)}</dt>
          <dd>
            {property.expired ? (
              <span class="badge bad">{told.expired}</span>
            ) : (
              <span class="badge good">{words.online}</span>
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}
