import { join } from 'node:path';
import { addressImport } from '../src/addresses/import-addresses.ts';
import { certificateImport } from '../src/addresses/import-certificates.ts';
import { metresBetween } from '../src/addresses/resolve/distance.ts';
import { pickNearest } from '../src/addresses/resolve/nearest.ts';
import { resolveHome } from '../src/addresses/resolve-address.ts';
import { findCertificateByNumber } from '../src/addresses/store.ts';
import { type Database, sql } from '../src/db/sql.ts';
import { DAY_MS } from '../src/lib/durations.ts';
import { seededRandom } from '../src/lib/seeded-random.ts';
import { freshDatabase } from '../test/support/database.ts';
import { denseDistrict, metresEast, metresNorth, normal } from '../test/support/dense-district.ts';
import { type Bands, bandLines, countBand, dirtyHome } from '../test/support/dirty-homes.ts';
import { fillAddresses, fillCertificates } from '../test/support/made-addresses.ts';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { measureCopy, measureImport, measureUse, printBytes, writeLinesFile } from './imports/measure.ts';
import { formatTimes } from './search/spread.ts';
import { currentLoad } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Addresses: import rates beside a plain copy, bytes a row, resolve-address p95 and correctness';

const ADDRESS_HEADER =
  'id;id_fantoir;numero;rep;nom_voie;code_postal;code_insee;nom_commune;code_insee_ancienne_commune;nom_ancienne_commune;x;y;lon;lat;type_position;alias;nom_ld;libelle_acheminement;nom_afnor;source_position;source_nom_voie;certification_commune;cad_parcelles';
const CERTIFICATE_COLUMNS =
  'numero_dpe,date_etablissement_dpe,etiquette_dpe,etiquette_ges,conso_5_usages_par_m2_ep,emission_ges_5_usages_par_m2,surface_habitable_logement,type_batiment,annee_construction,numero_voie_ban,nom_rue_ban,code_postal_ban,code_insee_ban,score_ban,_geopoint,complement_adresse_logement';
/** Columns of the real file that we do not read. */
const FILLER = 120;
const NUMBERS_PER_STREET = 25;
const STREETS_PER_CITY = 120;
const QUERIES = 1_000;

/** A street of the generated country: cities of 120 streets of 25 numbers, a fifth of all in one big city. */
function street(at: number) {
  const random = seededRandom(at);
  const city = at % 5 === 0 ? 0 : 1 + Math.floor(at / STREETS_PER_CITY);
  const code = city === 0 ? '69381' : String(1_000 + (city % 94_000)).padStart(5, '0');
  const [lon, lat] = [1 + (city % 50) / 10 + random() / 30, 43 + ((city / 50) % 60) / 12 + random() / 30];
  return {
    code,
    name: `Rue ${at} des Tilleuls`,
    lon,
    lat,
    voie: `${code}_${at.toString(36).padStart(6, '0')}`,
  };
}

function* addresses(count: number): Generator<string> {
  for (let at = 0; at < count; at += 1) {
    const { code, name, lon, lat, voie } = street(Math.floor(at / NUMBERS_PER_STREET));
    const number = 1 + (at % NUMBERS_PER_STREET);
    yield `${voie}_${String(number).padStart(5, '0')};;${number};;${name};${code};${code};Ville;;;918614.23;6526986.85;${(lon + number / 10_000).toFixed(6)};${lat.toFixed(6)};entrée;;;VILLE;RUE DES TILLEULS;commune;commune;1;${code}0000C0825`;
  }
}

/** Four flats for each house number. */
const certificateNumber = (at: number): string =>
  `24${street(Math.floor(at / 4 / NUMBERS_PER_STREET)).code.slice(0, 2)}E${String(at).padStart(7, '0')}A`;

/** Flats of one building share its heating, hence its carbon and much of its energy, as in the registry. */
function* certificates(count: number): Generator<string> {
  const random = seededRandom(7);
  const filler = ','.repeat(FILLER);
  for (let at = 0; at < count; at += 1) {
    const house = Math.floor(at / 4);
    const building = seededRandom(house);
    const { code, name, lon, lat } = street(Math.floor(house / NUMBERS_PER_STREET));
    const energy = Math.round(120 + 260 * building() + 60 * random());
    const ghg = Math.round((building() < 0.5 ? 0.03 : 0.19) * energy + 3 * random());
    const letter = 'ABCDEFG'[[70, 110, 180, 250, 330, 420].filter((limit) => energy >= limit).length];
    const ghgLetter = 'ABCDEFG'[[6, 11, 30, 50, 70, 100].filter((limit) => ghg >= limit).length];
    const area = Math.round(10 * (15 + 70 * random() ** 1.5 + 30 * random())) / 10;
    const number = random() < 0.67 ? String(1 + (house % NUMBERS_PER_STREET)) : '';
    const date = new Date(Date.UTC(2021, 7, 1) + Math.floor(1_800 * random()) * DAY_MS)
      .toISOString()
      .slice(0, 10);
    yield `${certificateNumber(at)},${date},${letter},${ghgLetter},${energy},${ghg},${area},appartement,${Math.round(1880 + 140 * building())},${number},${name},${code},${code},0.8,"${lat.toFixed(6)},${lon.toFixed(6)}",Etage ${Math.floor(6 * random())}${filler}`;
  }
}

/** `--import N` rows of each file; `--addresses N` and `--certificates N` that addresses are resolved among. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const options = parseOptions(args, { import: 400_000, addresses: 200_000, certificates: 100_000 });
  const [rows, folder] = [options.import, temporaryDirectory(scope)];
  const { db } = await freshDatabase(scope, { max: 1, statementTimeoutMs: 600_000 });
  const path = join(folder, 'addresses.csv');
  await writeLinesFile(path, ADDRESS_HEADER, addresses(rows));
  const addressed = await measureImport(db, addressImport, path);
  await printBytes(db, ['street', 'house_number'], { rows, country: 26_000_000 });
  await measureCopy(db, path, { header: ADDRESS_HEADER, delimiter: ';', imported: addressed });
  const other = join(folder, 'certificates.csv');
  const header = `${CERTIFICATE_COLUMNS}${Array.from({ length: FILLER }, (_, at) => `,c${at}`).join('')}`;
  await writeLinesFile(other, header, certificates(rows));
  const certified = await measureImport(db, certificateImport, other);
  await printBytes(db, ['certificate'], { rows, country: 14_000_000 });
  await measureCopy(db, other, { header, delimiter: ',', imported: certified });
  // Loaded by the database itself, in a tenth of the time.
  await fillAddresses(db, options.addresses);
  await fillCertificates(db, options.certificates);
  printDistricts();
  await db.rows(sql`vacuum analyze certificate, house_number, street`);
  const { cpu } = await measureUse(db, () => resolveMany(db, options.certificates));
  console.log(
    `  CPU here and in PostgreSQL: ${((1_000 * cpu) / QUERIES).toFixed(1)} ms each, choosing the home included`,
  );
}

/** HIGH by position alone, in districts where the base lacks one building in eight, beside the plain rule of 15 metres. */
function printDistricts(): void {
  for (const [what, spacing] of [
    ['very dense, 5 to 9 m', [5, 9]],
    ['dense, 8 to 18 m', [8, 18]],
    ['suburb, 15 to 30 m', [15, 30]],
  ] as const)
    for (const error of [0, 2, 5]) {
      const { buildings, inBase } = denseDistrict({
        seed: 11,
        spacing,
        streetWidth: 14,
        missingShare: 1 / 8,
      });
      const random = seededRandom(5);
      const counts = { high: 0, right: 0, near: 0, nearRight: 0 };
      for (const building of buildings) {
        const point = {
          longitude: building.longitude + metresEast(error * normal(random)),
          latitude: building.latitude + metresNorth(error * normal(random)),
        };
        const found = pickNearest({ point, accuracy: 'PRECISE' }, inBase);
        if (found === undefined) continue;
        const isRight = found.address === building;
        if (metresBetween(point, found.address) <= 15) {
          counts.near += 1;
          if (isRight) counts.nearRight += 1;
        }
        if (found.band !== 'HIGH') continue;
        counts.high += 1;
        if (isRight) counts.right += 1;
      }
      const share = (of: number, all: number) => `${((100 * of) / Math.max(1, all)).toFixed(1)} %`;
      console.log(
        `by position, ${what}, points ${error} m off: HIGH ${share(counts.high, buildings.length)}, right ${share(counts.right, counts.high)} (15 m alone: ${share(counts.nearRight, counts.near)})`,
      );
    }
}

/** The certificate of one listing in six is removed from the registry first: it must not be found elsewhere. */
async function resolveMany(db: Database, certificateCount: number): Promise<void> {
  const random = seededRandom(99);
  const bands: Bands = new Map();
  const times: number[] = [];
  while (times.length < QUERIES) {
    const truth = await findCertificateByNumber(
      db,
      certificateNumber(Math.floor(certificateCount * random())),
    );
    if (truth === undefined) continue;
    const { home } = dirtyHome(truth, random);
    if (random() < 1 / 6) await db.rows(sql`delete from certificate where certificate_id = ${truth.number}`);
    const precise = random() < 0.1 && truth.longitude !== null && truth.latitude !== null;
    const point = precise ? { longitude: truth.longitude ?? 0, latitude: truth.latitude ?? 0 } : undefined;
    const started = performance.now();
    const { confidence, address, method } = await resolveHome(db, {
      ...home,
      point,
      accuracy: precise ? 'PRECISE' : undefined,
    });
    times.push(performance.now() - started);
    if (method === 'NATIONAL_ADDRESS_BASE') continue;
    const sameNumber = address?.houseNumber === null || address?.houseNumber === truth.streetNumber;
    countBand(bands, confidence, address?.street === truth.streetName && sameNumber);
  }
  console.log(`resolve-address: ${formatTimes(times)} of ${times.length}; load ${currentLoad()}`);
  for (const line of bandLines(bands)) console.log(`  ${line}`);
}
