import { type Db, sql } from '../../src/db/sql.ts';
import { divisionId } from '../../src/geo/division.ts';

interface City {
  readonly code: string;
  readonly name: string;
  readonly postalCodes: readonly string[];
  /** The city this is a district of. */
  readonly of?: string;
}

const CITIES: readonly City[] = [
  { code: '75056', name: 'Paris', postalCodes: [] },
  { code: '75102', name: 'Paris 2e Arrondissement', postalCodes: ['75002'], of: '75056' },
  { code: '75107', name: 'Paris 7e Arrondissement', postalCodes: ['75007'], of: '75056' },
  { code: '75111', name: 'Paris 11e Arrondissement', postalCodes: ['75011'], of: '75056' },
  { code: '69123', name: 'Lyon', postalCodes: [] },
  { code: '69381', name: 'Lyon 1er Arrondissement', postalCodes: ['69001'], of: '69123' },
  { code: '33063', name: 'Bordeaux', postalCodes: ['33000', '33100'] },
  { code: '73065', name: 'Chambéry', postalCodes: ['73000'] },
];

/** A few cities and districts for tests that need no more: the whole country takes seconds to load. */
export async function insertFrenchCities(db: Db): Promise<void> {
  for (const { code, name, postalCodes, of } of CITIES)
    await db.rows(sql`
      insert into division (division_id, country_code, type, unique_code, name, parent_id, postal_codes, from_package)
      values (${divisionId('FR', code)}, 'FR', ${of === undefined ? 'MUNICIPALITY' : 'MUNICIPAL_DISTRICT'}, ${code}, ${name},
              ${of === undefined ? null : divisionId('FR', of)}, ${postalCodes}, true)`);
}
