import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Database } from '../../src/db/sql.ts';
import { type Division, type DivisionType, divisionId } from '../../src/geo/division.ts';
import {
  type GeographyImportOptions,
  type GeographyImportReport,
  importGeography,
} from '../../src/geo/import.ts';
import { bareDivision } from '../../src/geo/load/country-facts.ts';
import { buildCountryRows } from '../../src/geo/load/rows.ts';
import { loadCountry } from '../../src/geo/load.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { freshDatabase } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'gable-geo-'));
// Several test files may share this process, and a hook would belong to the first of them.
process.once('exit', () => rmSync(folder, { recursive: true }));
let files = 0;

/** Writes a file that is removed when the process ends. */
export function writeGeoFile(content: string | Buffer): string {
  files += 1;
  const path = join(folder, `file-${files}`);
  writeFileSync(path, content);
  return path;
}

export const createdCountry = (
  type: DivisionType,
  code: string,
  parent: string | null,
  known: Partial<Division> = {},
): Division => ({
  ...bareDivision({
    id: divisionId('XA', code),
    countryCode: 'XA',
    type,
    uniqueCode: code,
    name: `Place ${code}`,
    parentId: parent && divisionId('XA', parent),
  }),
  ...known,
});

const at = (longitude: number, latitude: number): Partial<Division> => ({
  centroid: [longitude, latitude],
  centroidOrigin: 'gazetteer',
});

/** A country of two towns a degree apart and a city of two districts; `more` municipalities without a point. */
export async function madeCountry(t: TestContext, more = 0): Promise<Database> {
  const { db } = await freshDatabase(t);
  const divisions = [
    createdCountry('COUNTRY', 'XA', null),
    createdCountry('ADMINISTRATIVE_REGION', 'R01', 'XA', { name: 'Upland' }),
    createdCountry('ADMINISTRATIVE_SUBREGION', '01', 'R01', { name: 'Lowland' }),
    createdCountry('MUNICIPALITY', '01001', '01', { ...at(0.5, 0.5), postalCodes: ['01100'] }),
    createdCountry('MUNICIPALITY', '01002', '01', {
      ...at(1.5, 0.5),
      postalCodes: ['01200'],
      formerCodes: ['01009'],
    }),
    createdCountry('MUNICIPALITY', '01003', '01', at(5, 5)),
    createdCountry('MUNICIPAL_DISTRICT', '01031', '01003', at(4.9, 5)),
    createdCountry('MUNICIPAL_DISTRICT', '01032', '01003', at(5.1, 5)),
    ...Array.from({ length: more }, (_, index) =>
      createdCountry('MUNICIPALITY', `02${String(index).padStart(4, '0')}`, '01'),
    ),
  ];
  await loadCountry(db, systemClock, {
    code: 'XA',
    version: '1',
    read: async (imports) => buildCountryRows({ divisions, contours: new Map() }, imports),
  });
  return db;
}

export const importMadeCountry = (
  db: Database,
  path: string,
  order: Partial<GeographyImportOptions> = {},
): Promise<GeographyImportReport> => importGeography(db, systemClock, { path, countryCode: 'XA', ...order });

export const square = (west: number, south: number, side = 1) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ],
  ],
});
export const collection = (...features: [object, object][]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: features.map(([properties, geometry]) => ({ type: 'Feature', properties, geometry })),
  });
