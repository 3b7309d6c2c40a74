import type { PayloadDraft } from '../payload.ts';
import { Element } from '../reading/element.ts';
import { readXmlRecords } from '../reading/xml.ts';
import { translateFlag } from '../translate.ts';
import { firstNonEmpty, joinNonEmpty, positive } from './draft.ts';
import { type FeedFormat, type FeedParseContext, type FeedRecord, toFeedRecord } from './format.ts';
import { parseEquipment } from './openimmo-equipment.ts';

/** OpenImmo, the German exchange format, and its predecessor ImmoXML: the same elements in another root. */
export const openimmo: FeedFormat = {
  description: 'OpenImmo version 1.2.7, and ImmoXML (XML)',

  recognises: (head) => /<(?:\w+:)?(?:openimmo|immoxml)[\s>]/.test(head),

  async *read(text, feed): AsyncGenerator<FeedRecord> {
    const selection = { root: ['openimmo', 'immoxml'], elements: ['uebertragung', 'firma', 'immobilie'] };
    const sent: TransmissionContext = { agencyName: undefined, isDeletion: false };
    for await (const { element, line, fault } of readXmlRecords(text, selection)) {
      if (fault !== undefined) yield { line, fault };
      else if (element.name === 'firma') sent.agencyName = firstNonEmpty(element.text.trim());
      else if (element.name === 'uebertragung')
        sent.isDeletion = element.attributeAt('', 'modus') === 'DELETE';
      else yield parseListing(element, { line, sent, feed });
    }
  },

  readRecord(record) {
    const immobilie = Element.fromRaw(record, 'immobilie');
    return immobilie && parsePayload(immobilie, undefined);
  },
};

/** Members of the transmission and the agent that enclose a property. */
interface TransmissionContext {
  agencyName: string | undefined;
  isDeletion: boolean;
}

/** Deleted, or shown only as a reference of the agent. */
const GONE: readonly string[] = ['DELETE', 'REFERENZ'];

function parseListing(
  immobilie: Element,
  { line, sent, feed }: { line: number; sent: TransmissionContext; feed: FeedParseContext },
): FeedRecord {
  const field = (name: string) => firstNonEmpty(immobilie.textAt(`verwaltung_techn/${name}`));
  const key =
    field('openimmo_obid') ?? field('immoxml_obid') ?? field('objektnr_extern') ?? field('objektnr_intern');
  const isGone =
    sent.isDeletion || GONE.includes(immobilie.attributeAt('verwaltung_techn/aktion', 'aktionart') ?? '');
  const payload = isGone ? undefined : parsePayload(immobilie, sent.agencyName);
  return toFeedRecord(
    { line, raw: immobilie.raw(), key, payload, keyField: 'verwaltung_techn/objektnr_extern' },
    feed,
  );
}

function parsePayload(immobilie: Element, agencyName: string | undefined): PayloadDraft {
  const field = (path: string) => firstNonEmpty(immobilie.textAt(path));
  return {
    ...parseOffer(immobilie),
    ...parseEquipment(immobilie),
    publishedAt: field('verwaltung_techn/aktiv_von'),
    title: field('freitexte/objekttitel'),
    description: parseDescription(immobilie),
    propertyType: parseType(immobilie),
    area: parseAreas(immobilie),
    rooms: field('flaechen/anzahl_zimmer'),
    bedrooms: field('flaechen/anzahl_schlafzimmer'),
    bathrooms: field('flaechen/anzahl_badezimmer'),
    wc: field('flaechen/anzahl_sep_wc'),
    floor: field('geo/etage'),
    buildingFloors: field('geo/anzahl_etagen'),
    location: parseLocation(immobilie),
    publisher: parsePublisher(immobilie, agencyName),
    pictures: parsePictures(immobilie),
  };
}

/** The type is the name of the child element; `objektart_zusatz` is free text. */
const parseType = (immobilie: Element): string | undefined =>
  immobilie.at('objektkategorie/objektart')?.children.find(({ name }) => name !== 'objektart_zusatz')?.name;

const DESCRIPTIONS = ['dreizeiler', 'objektbeschreibung', 'ausstatt_beschr', 'lage', 'sonstige_angaben'];

const parseDescription = (immobilie: Element): string | undefined =>
  joinNonEmpty('\n\n', ...DESCRIPTIONS.map((name) => immobilie.textAt(`freitexte/${name}`)))?.replace(
    /(?<![ \t])[ \t]*\n[ \t]+/g,
    '\n',
  );

function parseOffer(immobilie: Element): PayloadDraft {
  const currency = immobilie.attributeAt('preise/waehrung', 'iso_waehrung') ?? 'EUR';
  const common = {
    currency,
    availableAt: parseDay(immobilie),
    transactionStatus: immobilie.attributeAt('zustand_angaben/verkaufstatus', 'stand'),
  };
  const transactionType = parseTransaction(immobilie);
  if (transactionType === 'SELL')
    return {
      ...common,
      transactionType,
      displayedPrice: parsePrice(immobilie),
      ...parseSaleFees(immobilie, currency),
    };
  if (transactionType === 'RENT') return { ...common, transactionType, ...parseRental(immobilie, currency) };
  return common;
}

/** The marketing type, else the kind of price. A home for sale and for rent is for sale when it has a price. */
function parseTransaction(immobilie: Element): 'SELL' | 'RENT' | undefined {
  const offered = (how: string) =>
    translateFlag(immobilie.attributeAt('objektkategorie/vermarktungsart', how) ?? '') === true;
  const isForSale = offered('KAUF') || offered('ERBPACHT');
  const isToLet = offered('MIETE_PACHT') || offered('LEASING');
  const [hasPrice, hasRent] = [
    parsePrice(immobilie) !== undefined,
    parseRents(immobilie).amount !== undefined,
  ];
  if (isForSale && isToLet) return hasPrice ? 'SELL' : 'RENT';
  if (isForSale || isToLet) return isForSale ? 'SELL' : 'RENT';
  if (hasPrice === hasRent) return undefined;
  return hasPrice ? 'SELL' : 'RENT';
}

const figureAt = (immobilie: Element, name: string): number | undefined =>
  positive(firstNonEmpty(immobilie.textAt(`preise/${name}`)), true);

const firstFigure = (immobilie: Element, names: readonly string[]): number | undefined =>
  names.map((name) => figureAt(immobilie, name)).find((figure) => figure !== undefined);

const parsePrice = (immobilie: Element): number | undefined =>
  firstFigure(immobilie, ['kaufpreis', 'kaufpreisbrutto', 'kaufpreisnetto']);

/**
 * Elements of rents without and with charges, by country and version. Sums are last because they include the
 * others.
 */
const COLD_RENTS = ['kaltmiete', 'nettokaltmiete', 'hauptmietzinsnetto', 'pacht'];
const WARM_RENTS = [
  'warmmiete',
  'pauschalmiete',
  'gesamtmietebrutto',
  'gesamtmietenetto',
  'summemietenetto',
  'gesamtbelastungbrutto',
];

function parseRents(immobilie: Element): { amount: number | undefined; isCold: boolean } {
  const cold = firstFigure(immobilie, COLD_RENTS);
  return { amount: cold ?? firstFigure(immobilie, WARM_RENTS), isCold: cold !== undefined };
}

/** "sofort" and similar texts are no date. */
function parseDay(immobilie: Element): string | undefined {
  const days = ['verfuegbar_ab', 'abdatum'].map((name) => immobilie.textAt(`verwaltung_objekt/${name}`));
  return days.find((day) => day !== undefined && /\d/.test(day));
}

function parseSaleFees(immobilie: Element, currency: string): PayloadDraft {
  const commission = immobilie.textAt('preise/aussen_courtage');
  const dues = positive(immobilie.textAt('preise/hausgeld'), true);
  return {
    fees: commission?.includes('%') ? { agency: { percentage: commission, paidBy: 'BUYER' } } : undefined,
    condominiumFees: dues === undefined ? undefined : { total: dues, currency, frequency: 'MONTHLY' },
  };
}

/** The advertised rent is the one without charges, when both are given. */
function parseRental(immobilie: Element, currency: string): PayloadDraft {
  const { amount: rent, isCold } = parseRents(immobilie);
  const frequency = immobilie.attributeAt('preise/preis_zeiteinheit', 'zeiteinheit') ?? 'MONTHLY';
  const amount = (value: number | undefined, facts?: object) =>
    value === undefined ? undefined : { amount: value, currency, ...facts };
  return {
    displayedPrice: rent,
    rent: amount(rent, { frequency, includesCharges: !isCold }),
    fees: {
      charges: amount(firstFigure(immobilie, ['nebenkosten', 'betriebskostennetto']), { frequency }),
      deposit: amount(figureAt(immobilie, 'kaution')),
    },
  };
}

function parseAreas(immobilie: Element): PayloadDraft['area'] {
  const figure = (name: string) => positive(immobilie.textAt(`flaechen/${name}`));
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

/** The street is left out when it is not released for publication. */
function parseLocation(immobilie: Element): PayloadDraft['location'] {
  const field = (name: string) => firstNonEmpty(immobilie.textAt(`geo/${name}`));
  const isReleased =
    translateFlag(immobilie.textAt('verwaltung_objekt/objektadresse_freigeben') ?? '') !== false;
  return {
    countryCode: immobilie.attributeAt('geo/land', 'iso_land'),
    city: field('ort'),
    postalCode: field('plz'),
    neighborhood: field('regionaler_zusatz'),
    address: isReleased ? joinNonEmpty(' ', field('strasse'), field('hausnummer')) : undefined,
    coordinates: {
      longitude: immobilie.attributeAt('geo/geokoordinaten', 'laengengrad'),
      latitude: immobilie.attributeAt('geo/geokoordinaten', 'breitengrad'),
    },
  };
}

function parsePublisher(immobilie: Element, agencyName: string | undefined): PayloadDraft['publisher'] {
  const field = (name: string) => firstNonEmpty(immobilie.textAt(`kontaktperson/${name}`));
  return {
    publisherType: 'REAL_ESTATE_AGENCY',
    agencyName: agencyName ?? field('firma'),
    website: field('url'),
    reference: firstNonEmpty(immobilie.textAt('verwaltung_techn/objektnr_extern')),
    contact: {
      email: field('email_direkt') ?? field('email_zentrale'),
      phone: field('tel_durchw') ?? field('tel_zentrale') ?? field('tel_handy'),
    },
  };
}

const PICTURES = ['TITELBILD', 'BILD', 'AUSSENANSICHTEN', 'INNENANSICHTEN', 'GRUNDRISS', 'KARTEN_LAGEPLAN'];

/** Embedded pictures and those in the archive have no URL and are skipped. */
const parsePictures = (immobilie: Element): (string | undefined)[] =>
  immobilie
    .all('anhaenge/anhang')
    .filter((attached) => PICTURES.includes(attached.attributeAt('', 'gruppe') ?? ''))
    .map((attached) => attached.textAt('daten/pfad'));
