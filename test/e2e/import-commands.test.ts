import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { freshDatabase } from '../support/database.ts';
import { createDataDirectory, runGableToEnd } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';

const { db, connection } = await freshDatabase({ after });
const DATABASE_URL = databaseUrl(connection);
const DATA_DIR = createDataDirectory({ after });
const run = (...args: string[]) => runGableToEnd({ after }, ['import', ...args], { DATA_DIR, DATABASE_URL });

function file(name: string, ...lines: string[]): string {
  const path = join(DATA_DIR, name);
  writeFileSync(path, lines.join('\n'));
  return path;
}

const ADDRESSES = 'id;numero;rep;nom_voie;code_postal;code_insee;lon;lat';
const GOOD = '33063_0001_00001;1;;Rue A;33000;33063;-0.5;44.8';
const BAD = '33063_0001_00002;2;;Rue A;33000;33063;-0.5;north';

test('a file with some bad rows succeeds and reports them; with --strict it fails', async () => {
  const path = file('some.csv', ADDRESSES, GOOD, BAD);
  const lenient = await run('addresses', path);
  assert.equal(lenient.code, 0, lenient.stderr);
  assert.match(lenient.stdout, /ban-csv: 2 rows, 1 read, 1 new or different/);
  assert.match(lenient.stdout, /skipped: 1 \(no latitude\), the first at line 3, column lat: "north"/);
  const strict = await run('addresses', path, '--strict');
  assert.equal(strict.code, 1);
  assert.match(strict.stderr, /some\.csv: 1 rows were skipped \(--strict\)/);
});

test('a file without a usable row fails the command; the other files are still imported', async () => {
  const nothing = file('nothing.csv', ADDRESSES, BAD);
  const whole = file('whole.csv', ADDRESSES, GOOD.replaceAll('00001;1', '00003;3'));
  const { code, stderr, stdout } = await run('addresses', nothing, whole);
  assert.equal(code, 1);
  assert.match(stderr, /nothing\.csv: no row is usable/);
  assert.match(stdout, /1 rows, 1 read, 1 new or different/);
});

const SALES =
  'id_mutation,date_mutation,numero_disposition,nature_mutation,valeur_fonciere,adresse_numero,adresse_nom_voie,code_commune,id_parcelle,code_type_local,surface_reelle_bati,nombre_pieces_principales,surface_terrain,longitude,latitude';
const sale = (date: string, price: number, city: string): string =>
  `1,${date},1,Vente,${price},1,RUE A,${city},${city}000AA0001,1,90,4,300,-0.579,44.84`;
const prices = async () =>
  (
    await db.rows<{ price: number }>(sql`select price_cents / 100 as price from sale order by price_cents`)
  ).map(({ price }) => price);

test('--replace deletes the sales missing from a release, of its departments and days only', async () => {
  const earlier = [sale('2024-01-10', 100_000, '33063'), sale('2024-02-10', 200_000, '33063')];
  const aside = [sale('2023-12-31', 300_000, '33063'), sale('2024-01-20', 400_000, '69381')];
  await run('sales', file('earlier.csv', SALES, ...earlier, ...aside));
  assert.deepEqual(await prices(), [100_000, 200_000, 300_000, 400_000]);
  const corrected = [sale('2024-01-10', 110_000, '33063'), sale('2024-02-10', 200_000, '33063')];
  const { code, stdout } = await run('sales', file('release.csv', SALES, ...corrected), '--replace');
  assert.equal(code, 0);
  assert.match(stdout, /1 sales of earlier releases deleted/);
  assert.deepEqual(await prices(), [110_000, 200_000, 300_000, 400_000]);
});
