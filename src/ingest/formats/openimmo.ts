import type { PayloadDraft } from '../payload.ts';
import { Element } from '../reading/element.ts';
import { elementsIn } from '../reading/xml.ts';
import { flagOf } from '../translate.ts';
import { firstSaid, joined, positive } from './draft.ts';
import { type Feed, type FeedFormat, type Found, visitOf } from './format.ts';
import { equipmentOf } from './openimmo-equipment.ts';

/** OpenImmo, the German exchange format, and ImmoXML from which it came: the same elements in another root. */
export const openimmo: FeedFormat = {
  description: 'OpenImmo version 1.2.7, and ImmoXML (XML)',

  recognises: (head) => /<(?:\w+:)?(?:openimmo|immoxml)[\s>]/.test(head),

  async *read(text, feed): AsyncGenerator<Found> {
    const wanted = { root: ['openimmo', 'immoxml'], elements: ['uebertragung', 'firma', 'immobilie'] };
    const sent: Sent = { agencyName: undefined, isDeletion: false };
    for await (const { element, line, fault } of elementsIn(text, wanted)) {
      if (fault !== undefined) yield { line, fault };
      else if (element.name === 'firma') sent.agencyName = firstSaid(element.text.trim());
      else if (element.name === 'uebertragung') sent.isDeletion = element.marked('', 'modus') === 'DELETE';
      else yield listingOf(element, { line, sent, feed });
    }
  },

  readRecord(record) {
    const immobilie = Element.fromRaw(record, 'immobilie');
    return immobilie && payloadOf(immobilie, undefined);
  },
};

/** What the transmission and the agent around a property said. */
interface Sent {
  agencyName: string | undefined;
  isDeletion: boolean;
}

/** Deleted, or kept only to be shown as one that was brokered. */
const GONE: readonly string[] = ['DELETE', 'REFERENZ'];

function listingOf(
  immobilie: Element,
  { line, sent, feed }: { line: number; sent: Sent; feed: Feed },
): Found {
  const said = (name: string) => firstSaid(immobilie.said(`verwaltung_techn/${name}`));
  const key =
    said('openimmo_obid') ?? said('immoxml_obid') ?? said('objektnr_extern') ?? said('objektnr_intern');
  const isGone =
    sent.isDeletion || GONE.includes(immobilie.marked('verwaltung_techn/aktion', 'aktionart') ?? '');
  const payload = isGone ? undefined : payloadOf(immobilie, sent.agencyName);
  return visitOf(
    { line, raw: immobilie.raw(), key, payload, named: 'verwaltung_techn/objektnr_extern' },
    feed,
  );
}

function payloadOf(immobilie: Element, agencyName: string | undefined): PayloadDraft {
  const said = (path: string) => firstSaid(immobilie.said(path));
  return {
    ...offerOf(immobilie),
    ...equipmentOf(immobilie),
    publishedAt: said('verwaltung_techn/aktiv_von'),
    title: said('freitexte/objekttitel'),
    description: descriptionOf(immobilie),
    propertyType: typeOf(immobilie),
    area: areasOf(immobilie),
    rooms: said('flaechen/anzahl_zimmer'),
    bedrooms: said('flaechen/anzahl_schlafzimmer'),
    bathrooms: said('flaechen/anzahl_badezimmer'),
    wc: said('flaechen/anzahl_sep_wc'),
    floor: said('geo/etage'),
    buildingFloors: said('geo/anzahl_etagen'),
    location: locationOf(immobilie),
    publisher: publisherOf(immobilie, agencyName),
    pictures: picturesOf(immobilie),
  };
}

/** The kind is told by which element stands there; the addition beside it is free text. */
const typeOf = (immobilie: Element): string | undefined =>
  immobilie.at('objektkategorie/objektart')?.children.find(({ name }) => name !== 'objektart_zusatz')?.name;

const DESCRIPTIONS = ['dreizeiler', 'objektbeschreibung', 'ausstatt_beschr', 'lage', 'sonstige_angaben'];

const descriptionOf = (immobilie: Element): string | undefined =>
  joined('\n\n', ...DESCRIPTIONS.map((name) => immobilie.said(`freitexte/${name}`)))?.replace(
    /(?<![ \t])[ \t]*\n[ \t]+/g,
    '\n',
  );

/** What is both for sale and to let is for sale when it has a price. */
function offerOf(immobilie: Element): PayloadDraft {
  const currency = immobilie.marked('preise/waehrung', 'iso_waehrung') ?? 'EUR';
  const common = {
    currency,
    availableAt: dayOf(immobilie),
    transactionStatus: immobilie.marked('zustand_angaben/verkaufstatus', 'stand'),
  };
  const transactionType = transactionOf(immobilie);
  if (transactionType === 'SELL')
    return {
      ...common,
      transactionType,
      displayedPrice: priceOf(immobilie),
      ...saleFeesOf(immobilie, currency),
    };
  if (transactionType === 'RENT') return { ...common, transactionType, ...rentalOf(immobilie, currency) };
  return common;
}

/** By the way it is marketed; a record that does not say so is told by what is asked for it, and else not at all. */
function transactionOf(immobilie: Element): 'SELL' | 'RENT' | undefined {
  const offered = (how: string) =>
    flagOf(immobilie.marked('objektkategorie/vermarktungsart', how) ?? '') === true;
  const isForSale = offered('KAUF') || offered('ERBPACHT');
  const isToLet = offered('MIETE_PACHT') || offered('LEASING');
  const [hasPrice, hasRent] = [priceOf(immobilie) !== undefined, rentsOf(immobilie).asked !== undefined];
  if (isForSale && isToLet) return hasPrice ? 'SELL' : 'RENT';
  if (isForSale || isToLet) return isForSale ? 'SELL' : 'RENT';
  if (hasPrice === hasRent) return undefined;
  return hasPrice ? 'SELL' : 'RENT';
}

const figureAt = (immobilie: Element, name: string): number | undefined =>
  positive(firstSaid(immobilie.said(`preise/${name}`)), true);

const firstFigure = (immobilie: Element, names: readonly string[]): number | undefined =>
  names.map((name) => figureAt(immobilie, name)).find((figure) => figure !== undefined);

const priceOf = (immobilie: Element): number | undefined =>
  firstFigure(immobilie, ['kaufpreis', 'kaufpreisbrutto', 'kaufpreisnetto']);

/** Rents without and with charges, by the names of each country and edition; sums last, as they hold the others. */
const COLD_RENTS = ['kaltmiete', 'nettokaltmiete', 'hauptmietzinsnetto', 'pacht'];
const WARM_RENTS = [
  'warmmiete',
  'pauschalmiete',
  'gesamtmietebrutto',
  'gesamtmietenetto',
  'summemietenetto',
  'gesamtbelastungbrutto',
];

function rentsOf(immobilie: Element): { asked: number | undefined; isCold: boolean } {
  const cold = firstFigure(immobilie, COLD_RENTS);
  return { asked: cold ?? firstFigure(immobilie, WARM_RENTS), isCold: cold !== undefined };
}

/** "sofort" and the like are no day. */
function dayOf(immobilie: Element): string | undefined {
  const days = ['verfuegbar_ab', 'abdatum'].map((name) => immobilie.said(`verwaltung_objekt/${name}`));
  return days.find((day) => day !== undefined && /\d/.test(day));
}

function saleFeesOf(immobilie: Element, currency: string): PayloadDraft {
  const commission = immobilie.said('preise/aussen_courtage');
  const dues = positive(immobilie.said('preise/hausgeld'), true);
  return {
    fees: commission?.includes('%') ? { agency: { percentage: commission, paidBy: 'BUYER' } } : undefined,
    condominiumFees: dues === undefined ? undefined : { total: dues, currency, frequency: 'MONTHLY' },
  };
}

/** The rent that is advertised is the cold one; the warm one holds the charges. */
function rentalOf(immobilie: Element, currency: string): PayloadDraft {
  const { asked, isCold } = rentsOf(immobilie);
  const frequency = immobilie.marked('preise/preis_zeiteinheit', 'zeiteinheit') ?? 'MONTHLY';
  const amount = (value: number | undefined, facts?: object) =>
    value === undefined ? undefined : { amount: value, currency, ...facts };
  return {
    displayedPrice: asked,
    rent: amount(asked, { frequency, includesCharges: !isCold }),
    fees: {
      charges: amount(firstFigure(immobilie, ['nebenkosten', 'betriebskostennetto']), { frequency }),
      deposit: amount(figureAt(immobilie, 'kaution')),
    },
  };
}

function areasOf(immobilie: Element): PayloadDraft['area'] {
  const figure = (name: string) => positive(immobilie.said(`flaechen/${name}`));
  const living = figure('wohnflaeche');
  const total = ['gesamtflaeche', 'bueroflaeche', 'ladenflaeche', 'lagerflaeche', 'nutzflaeche']
    .map(figure)
    .find(Boolean);
  return {
    displayed: living ?? total,
    living,
    total,
    unit: 'SQM',
    land: { value: figure('grundstuecksflaeche'), unit: 'SQM' },
    garden: figure('gartenflaeche'),
    basement: figure('kellerflaeche'),
  };
}

/** The street stays out when its owner does not release it. */
function locationOf(immobilie: Element): PayloadDraft['location'] {
  const said = (name: string) => firstSaid(immobilie.said(`geo/${name}`));
  const isReleased = flagOf(immobilie.said('verwaltung_objekt/objektadresse_freigeben') ?? '') !== false;
  return {
    countryCode: immobilie.marked('geo/land', 'iso_land'),
    city: said('ort'),
    postalCode: said('plz'),
    neighborhood: said('regionaler_zusatz'),
    address: isReleased ? joined(' ', said('strasse'), said('hausnummer')) : undefined,
    coordinates: {
      longitude: immobilie.marked('geo/geokoordinaten', 'laengengrad'),
      latitude: immobilie.marked('geo/geokoordinaten', 'breitengrad'),
    },
  };
}

function publisherOf(immobilie: Element, agencyName: string | undefined): PayloadDraft['publisher'] {
  const said = (name: string) => firstSaid(immobilie.said(`kontaktperson/${name}`));
  return {
    publisherType: 'REAL_ESTATE_AGENCY',
    agencyName: agencyName ?? said('firma'),
    website: said('url'),
    reference: firstSaid(immobilie.said('verwaltung_techn/objektnr_extern')),
    contact: {
      email: said('email_direkt') ?? said('email_zentrale'),
      phone: said('tel_durchw') ?? said('tel_zentrale') ?? said('tel_handy'),
    },
  };
}

const PICTURES = ['TITELBILD', 'BILD', 'AUSSENANSICHTEN', 'INNENANSICHTEN', 'GRUNDRISS', 'KARTEN_LAGEPLAN'];

/** Pictures that travel with the file, in the archive or inside, have no address and are left. */
const picturesOf = (immobilie: Element): (string | undefined)[] =>
  immobilie
    .all('anhaenge/anhang')
    .filter((attached) => PICTURES.includes(attached.marked('', 'gruppe') ?? ''))
    .map((attached) => attached.said('daten/pfad'));
