import type { Division, DivisionType } from '../division.ts';
import { bareDivision, idsIn, type PackagedCountry, withSummedPopulation } from './country-facts.ts';
import { withCentres } from './france-centres.ts';
import { withGroups } from './france-groups.ts';
import { GAZETTEER_PACKAGES } from './gazetteer.ts';
import { readPackageJson } from './packages.ts';

const FRANCE = 'FR';
const DIVISIONS_PACKAGE = '@etalab/decoupage-administratif';

interface Region {
  code: string;
  nom: string;
}

interface Department extends Region {
  region: string;
}

/** One entry of communes.json, of any type: an overseas one lacks some members, a former one most. */
interface Commune extends Region {
  type: 'commune-actuelle' | 'commune-deleguee' | 'commune-associee' | 'arrondissement-municipal';
  departement: string;
  codesPostaux?: string[];
  population?: number;
  anciensCodes?: string[];
  /** Of a former municipality: the one it was merged into. */
  chefLieu?: string;
  /** Of a municipal district: its city. */
  commune?: string;
}

const readPackageFile = <Content>(name: string): Content =>
  readPackageJson<Content>(DIVISIONS_PACKAGE, `data/${name}.json`);

/** Region codes and department numbers overlap (75 is both), hence the prefix. */
const regionCode = (code: string): string => `R${code}`;

/** France with all overseas territories, from its official code list. */
export const france: PackagedCountry = {
  name: 'France',
  packages: [DIVISIONS_PACKAGE, ...GAZETTEER_PACKAGES],
  read() {
    const idOf = idsIn(FRANCE);
    const division = divisionMaker(idOf);
    const line = [
      division('COUNTRY', { code: FRANCE, nom: 'France' }, null),
      ...readPackageFile<Region[]>('regions').map(({ code, nom }) =>
        division('ADMINISTRATIVE_REGION', { code: regionCode(code), nom }, FRANCE),
      ),
      ...readPackageFile<Department[]>('departements').map((department) =>
        division('ADMINISTRATIVE_SUBREGION', department, regionCode(department.region)),
      ),
      ...municipalities(readPackageFile<Commune[]>('communes'), division),
    ];
    const grouped = withGroups(line, { epci: readPackageFile('epci'), ept: readPackageFile('ept') }, idOf);
    return { divisions: withCentres(withSummedPopulation(grouped)), contours: new Map() };
  },
};

type MakeDivision = (type: DivisionType, named: Region, parentCode: string | null) => Division;

const divisionMaker =
  (idOf: (code: string) => string): MakeDivision =>
  (type, { code, nom }, parentCode) =>
    bareDivision({
      id: idOf(code),
      countryCode: FRANCE,
      type,
      uniqueCode: code,
      name: nom,
      parentId: parentCode === null ? null : idOf(parentCode),
    });

function municipalities(communes: readonly Commune[], division: MakeDivision): Division[] {
  const former = Map.groupBy(
    communes.filter(({ chefLieu }) => chefLieu !== undefined),
    ({ chefLieu }) => chefLieu,
  );
  return communes
    .filter(({ type }) => type === 'commune-actuelle' || type === 'arrondissement-municipal')
    .map((commune) => ({
      ...(commune.commune === undefined
        ? division('MUNICIPALITY', commune, commune.departement)
        : division('MUNICIPAL_DISTRICT', commune, commune.commune)),
      ...formerNamesAndCodes(commune, former.get(commune.code) ?? []),
      postalCodes: commune.codesPostaux ?? [],
      population: commune.population ?? null,
    }));
}

/** The seat of a merged municipality retains its code and often its name: neither is then a former one. */
function formerNamesAndCodes(
  { code, nom, anciensCodes = [] }: Commune,
  parts: readonly Commune[],
): Pick<Division, 'formerNames' | 'formerCodes'> {
  const names = new Set(parts.map((part) => part.nom));
  const codes = new Set([...anciensCodes, ...parts.map((part) => part.code)]);
  names.delete(nom);
  codes.delete(code);
  return { formerNames: [...names].sort(), formerCodes: [...codes].sort() };
}
