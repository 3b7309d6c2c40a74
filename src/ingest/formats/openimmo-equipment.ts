import type { PayloadDraft } from '../payload.ts';
import type { Element } from '../reading/element.ts';
import { isCollective, translateFlag, translateWord } from '../translate.ts';
import { firstNonEmpty, positive, repeatSpot } from './draft.ts';

/** The attributes of an element that are true: `<befeuerung GAS="true"/>`. */
const tickedAttributes = (immobilie: Element, path: string): string[] =>
  Object.entries(immobilie.at(path)?.attributes ?? {}).flatMap(([name, value]) =>
    translateFlag(value) ? [name] : [],
  );

/** Equipment, condition and energy of a property in OpenImmo. */
export function parseEquipment(immobilie: Element): PayloadDraft {
  const field = (path: string) => firstNonEmpty(immobilie.textAt(path));
  const fitted = (name: string) => field(`ausstattung/${name}`);
  const has = (path: string, ...names: string[]) =>
    tickedAttributes(immobilie, `ausstattung/${path}`).some((name) => names.includes(name)) || undefined;
  return {
    furnished: immobilie.attributeAt('ausstattung/moebliert', 'moeb') === 'VOLL' || undefined,
    equippedKitchen: has('kueche', 'EBK'),
    parquet: has('boden', 'PARKETT', 'FERTIGPARKETT', 'DIELEN'),
    elevator: has('fahrstuhl', 'PERSONEN'),
    fireplace: fitted('kamin'),
    airConditioning: fitted('klimatisiert'),
    garden: fitted('gartennutzung'),
    disabledAccess: fitted('rollstuhlgerecht') ?? fitted('barrierefrei'),
    swimmingPool: fitted('swimmingpool'),
    storage: fitted('abstellraum'),
    bikeRoom: fitted('fahrradraum'),
    basement: immobilie.attributeAt('ausstattung/unterkellert', 'keller') === 'JA' || undefined,
    balcony: field('flaechen/anzahl_balkone'),
    terrace: field('flaechen/anzahl_terrassen'),
    orientation: tickedAttributes(immobilie, 'ausstattung/ausricht_balkon_terrasse'),
    heating: parseHeating(immobilie),
    parking: parseParking(immobilie),
    ...parseState(immobilie),
  };
}

/** System and fuel are two lists. Central heating is collective, heating by storey is not. */
function parseHeating(immobilie: Element) {
  const kinds = tickedAttributes(immobilie, 'ausstattung/heizungsart');
  const fuels = tickedAttributes(immobilie, 'ausstattung/befeuerung');
  const systems = [...kinds, ...fuels]
    .map((word) => translateWord('heatingSystem', word))
    .filter((word) => word !== undefined);
  const carriers = [...fuels, ...kinds]
    .map((word) => translateWord('energyCarrier', word))
    .filter((word) => word !== undefined);
  const collective = kinds.map(isCollective).find((shared) => shared !== undefined);
  if (carriers.length > 0)
    return [...new Set(carriers)].map((energyCarrier) => ({ system: systems[0], energyCarrier, collective }));
  if (systems.length > 0) return [...new Set(systems)].map((system) => ({ system, collective }));
  return collective === undefined ? undefined : [{ collective }];
}

/** The type of the spots is known when there is only one. */
function parseParking(immobilie: Element): PayloadDraft['parking'] {
  const total = positive(immobilie.textAt('flaechen/anzahl_stellplaetze'));
  const kinds = tickedAttributes(immobilie, 'ausstattung/stellplatzart');
  if (total === undefined) return kinds.length > 0 || undefined;
  const [only, ...others] = kinds;
  return {
    total,
    spots: only === undefined || others.length > 0 ? undefined : repeatSpot(total, { type: only }),
  };
}

/** Values that are a construction status, not a condition. */
const BEING_BUILT: readonly string[] = ['ROHBAU', 'PROJEKTIERT'];
const STATE = 'zustand_angaben';

function parseState(immobilie: Element): PayloadDraft {
  const field = (name: string) => firstNonEmpty(immobilie.textAt(`${STATE}/${name}`));
  const state = immobilie.attributeAt(`${STATE}/zustand`, 'zustand_art');
  const isBeingBuilt = BEING_BUILT.includes(state ?? '');
  return {
    constructionYear: parseYear(field('baujahr')),
    renovationYear: parseYear(field('letztemodernisierung')),
    condition: isBeingBuilt ? undefined : state,
    constructionStatus: isBeingBuilt ? state : immobilie.attributeAt(`${STATE}/alter`, 'alter_attr'),
    diagnostic: {
      date: field('energiepass/ausstelldatum'),
      scores: parseScores(field('energiepass/wertklasse')),
    },
  };
}

/** "1990", "ca. 1990", "05/1990". */
const parseYear = (text: string | undefined): string | undefined =>
  /\b(?:1[5-9]|20)\d\d\b/.exec(text ?? '')?.[0];

/** The German scale is A+ to H and its figures are final energy: letters of our scale are used, figures are not. */
const parseScores = (letter: string | undefined) =>
  letter === undefined || !/^[A-G]\+?$/i.test(letter)
    ? undefined
    : { ENERGY_CONSUMPTION: { rating: letter } };
