import type { PayloadDraft } from '../payload.ts';
import type { Element } from '../reading/element.ts';
import { flagOf, isCollective, ourWord } from '../translate.ts';
import { firstSaid, positive, spotsOf } from './draft.ts';

/** What is ticked among the choices an element has as attributes: `<befeuerung GAS="true"/>`. */
const ticked = (immobilie: Element, path: string): string[] =>
  Object.entries(immobilie.at(path)?.attributes ?? {}).flatMap(([name, value]) =>
    flagOf(value) ? [name] : [],
  );

/** Equipment, state and energy of a property in OpenImmo. */
export function equipmentOf(immobilie: Element): PayloadDraft {
  const said = (path: string) => firstSaid(immobilie.said(path));
  const fitted = (name: string) => said(`ausstattung/${name}`);
  const has = (path: string, ...names: string[]) =>
    ticked(immobilie, `ausstattung/${path}`).some((name) => names.includes(name)) || undefined;
  return {
    furnished: immobilie.marked('ausstattung/moebliert', 'moeb') === 'VOLL' || undefined,
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
    basement: immobilie.marked('ausstattung/unterkellert', 'keller') === 'JA' || undefined,
    balcony: said('flaechen/anzahl_balkone'),
    terrace: said('flaechen/anzahl_terrassen'),
    orientation: ticked(immobilie, 'ausstattung/ausricht_balkon_terrasse'),
    heating: heatingOf(immobilie),
    parking: parkingOf(immobilie),
    ...stateOf(immobilie),
  };
}

/** The kind and the fuel stand in two lists. Central heating is shared by the building, heating by storey is not. */
function heatingOf(immobilie: Element) {
  const kinds = ticked(immobilie, 'ausstattung/heizungsart');
  const fuels = ticked(immobilie, 'ausstattung/befeuerung');
  const systems = [...kinds, ...fuels]
    .map((word) => ourWord('heatingSystem', word))
    .filter((word) => word !== undefined);
  const carriers = [...fuels, ...kinds]
    .map((word) => ourWord('energyCarrier', word))
    .filter((word) => word !== undefined);
  const collective = kinds.map(isCollective).find((shared) => shared !== undefined);
  if (carriers.length > 0)
    return [...new Set(carriers)].map((energyCarrier) => ({ system: systems[0], energyCarrier, collective }));
  if (systems.length > 0) return [...new Set(systems)].map((system) => ({ system, collective }));
  return collective === undefined ? undefined : [{ collective }];
}

/** The kind is told when there is only one. */
function parkingOf(immobilie: Element): PayloadDraft['parking'] {
  const total = positive(immobilie.said('flaechen/anzahl_stellplaetze'));
  const kinds = ticked(immobilie, 'ausstattung/stellplatzart');
  if (total === undefined) return kinds.length > 0 || undefined;
  const [only, ...others] = kinds;
  return {
    total,
    spots: only === undefined || others.length > 0 ? undefined : spotsOf(total, { type: only }),
  };
}

/** Shells and projects are a state of building, not of repair. */
const BEING_BUILT: readonly string[] = ['ROHBAU', 'PROJEKTIERT'];
const STATE = 'zustand_angaben';

function stateOf(immobilie: Element): PayloadDraft {
  const said = (name: string) => firstSaid(immobilie.said(`${STATE}/${name}`));
  const state = immobilie.marked(`${STATE}/zustand`, 'zustand_art');
  const isBeingBuilt = BEING_BUILT.includes(state ?? '');
  return {
    constructionYear: yearIn(said('baujahr')),
    renovationYear: yearIn(said('letztemodernisierung')),
    condition: isBeingBuilt ? undefined : state,
    constructionStatus: isBeingBuilt ? state : immobilie.marked(`${STATE}/alter`, 'alter_attr'),
    diagnostic: { date: said('energiepass/ausstelldatum'), scores: scoresOf(said('energiepass/wertklasse')) },
  };
}

/** "1990", "ca. 1990", "05/1990". */
const yearIn = (text: string | undefined): string | undefined =>
  /\b(?:1[5-9]|20)\d\d\b/.exec(text ?? '')?.[0];

/** The German scale goes from A+ to H, and its figures are of final energy: the letter is told where we have it, the figure not. */
const scoresOf = (letter: string | undefined) =>
  letter === undefined || !/^[A-G]\+?$/i.test(letter)
    ? undefined
    : { ENERGY_CONSUMPTION: { rating: letter } };
