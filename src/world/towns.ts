import { readPackageJson } from '../geo/load/packages.ts';

export interface WorldTown {
  inseeCode: string;
  name: string;
  postalCode: string;
  /** The name a portal writes for a municipal district: the city alone. */
  cityName: string;
  department: string;
  longitude: number;
  latitude: number;
  /** Euros per square metre, of a flat for sale and per month of one to let. */
  salePrice: number;
  rentPrice: number;
  /** Its share of the market. */
  weight: number;
  /** Municipalities of its department, for wrong locations. */
  neighbours: { name: string; postalCode: string; inseeCode: string }[];
}

/** INSEE code, longitude, latitude, sale and rent per square metre, weight: plausible orders of magnitude. */
const MARKET_LEVELS: readonly (readonly [string, number, number, number, number, number])[] = [
  ['75103', 2.36, 48.863, 12200, 34, 4],
  ['75105', 2.347, 48.844, 12000, 33, 5],
  ['75109', 2.338, 48.877, 10900, 32, 5],
  ['75111', 2.379, 48.859, 10100, 31, 9],
  ['75112', 2.42, 48.835, 9500, 29, 8],
  ['75113', 2.362, 48.829, 9100, 28, 8],
  ['75114', 2.327, 48.829, 9900, 30, 8],
  ['75115', 2.292, 48.84, 9800, 30, 12],
  ['75116', 2.262, 48.86, 11000, 31, 10],
  ['75117', 2.307, 48.887, 10400, 31, 10],
  ['75118', 2.348, 48.892, 9300, 31, 12],
  ['75119', 2.385, 48.887, 8300, 28, 9],
  ['75120', 2.401, 48.864, 8500, 28, 10],
  ['69383', 4.868, 45.753, 4700, 16, 9],
  ['69386', 4.852, 45.772, 5400, 17, 5],
  ['69387', 4.842, 45.737, 4500, 16, 7],
  ['69388', 4.872, 45.735, 4000, 15, 6],
  ['69266', 4.886, 45.768, 3700, 15, 8],
  ['13204', 5.4, 43.306, 2900, 14, 4],
  ['13206', 5.38, 43.287, 3500, 15, 4],
  ['13208', 5.377, 43.254, 4600, 16, 7],
  ['31555', 1.444, 43.604, 3500, 14, 18],
  ['06088', 7.262, 43.71, 5000, 18, 16],
  ['44109', -1.554, 47.218, 3600, 14, 13],
  ['34172', 3.877, 43.611, 3400, 15, 13],
  ['67482', 7.752, 48.573, 3700, 14, 10],
  ['33063', -0.579, 44.838, 4400, 16, 13],
  ['59350', 3.057, 50.629, 3500, 15, 10],
  ['35238', -1.678, 48.117, 3900, 14, 9],
  ['83137', 5.928, 43.124, 3000, 13, 6],
  ['51454', 4.031, 49.258, 2700, 13, 5],
  ['42218', 4.387, 45.44, 1300, 9, 5],
  ['76351', 0.108, 49.494, 2300, 12, 4],
  ['21231', 5.041, 47.322, 2600, 13, 5],
  ['49007', -0.563, 47.478, 3100, 13, 5],
  ['38185', 5.724, 45.188, 2600, 13, 6],
  ['13001', 5.447, 43.53, 5200, 18, 6],
  ['63113', 3.087, 45.777, 2200, 12, 4],
  ['29019', -4.486, 48.39, 2300, 11, 4],
  ['37261', 0.689, 47.394, 2900, 13, 4],
  ['74010', 6.129, 45.899, 5300, 18, 4],
  ['87085', 1.261, 45.834, 1700, 10, 3],
  ['57463', 6.177, 49.119, 2300, 12, 3],
  ['92012', 2.239, 48.835, 8700, 27, 7],
  ['92050', 2.207, 48.892, 5600, 22, 4],
  ['93048', 2.442, 48.864, 6100, 22, 5],
  ['94028', 2.455, 48.79, 4500, 19, 4],
  ['78646', 2.13, 48.801, 7300, 22, 5],
  ['78586', 2.155, 48.938, 4500, 18, 2],
  ['78172', 2.094, 48.997, 3700, 17, 3],
  ['77288', 2.66, 48.541, 3200, 16, 3],
  ['44190', -1.482, 47.206, 3500, 13, 2],
  ['33281', -0.648, 44.833, 4000, 15, 3],
  ['64102', -1.475, 43.493, 4300, 15, 3],
  ['17300', -1.151, 46.16, 5000, 16, 4],
  ['56260', -2.76, 47.658, 4100, 14, 3],
  ['84007', 4.806, 43.949, 2500, 13, 4],
  ['19031', 1.533, 45.159, 1500, 9, 1],
];

interface Commune {
  code: string;
  nom: string;
  type: string;
  departement: string;
  codesPostaux?: string[];
  population?: number;
}

/** An agent who types a town's name rarely confuses it with a smaller municipality. */
const NEIGHBOUR_POPULATION = 4_000;
const DISTRICT = /^(.*?) \d+er?e? Arrondissement$/;

let read: WorldTown[] | undefined;

/** Real municipalities and districts, with their official names and postal codes. */
export function loadTowns(): readonly WorldTown[] {
  read ??= readTowns(readPackageJson<Commune[]>('@etalab/decoupage-administratif', 'data/communes.json'));
  return read;
}

/** Those that another process has read. */
export function setTowns(towns: WorldTown[]): void {
  read ??= towns;
}

function readTowns(communes: readonly Commune[]): WorldTown[] {
  const byCode = new Map(communes.map((commune) => [`${commune.type} ${commune.code}`, commune]));
  return MARKET_LEVELS.flatMap(([inseeCode, longitude, latitude, salePrice, rentPrice, weight]) => {
    const commune =
      byCode.get(`arrondissement-municipal ${inseeCode}`) ?? byCode.get(`commune-actuelle ${inseeCode}`);
    if (commune === undefined) return [];
    const name = commune.nom;
    const municipality = {
      inseeCode,
      name,
      cityName: DISTRICT.exec(name)?.[1] ?? name,
      department: commune.departement,
    };
    const figures = { longitude, latitude, salePrice, rentPrice, weight };
    return [
      {
        ...municipality,
        postalCode: commune.codesPostaux?.[0] ?? '',
        ...figures,
        neighbours: findNeighbours(commune, communes),
      },
    ];
  });
}

const findNeighbours = (
  { departement, code }: Commune,
  communes: readonly Commune[],
): WorldTown['neighbours'] =>
  communes
    .filter(
      (other) =>
        other.type === 'commune-actuelle' &&
        other.departement === departement &&
        other.code !== code &&
        (other.population ?? 0) > NEIGHBOUR_POPULATION,
    )
    .map(({ nom, codesPostaux, code: inseeCode }) => ({
      name: nom,
      postalCode: codesPostaux?.[0] ?? '',
      inseeCode,
    }));
