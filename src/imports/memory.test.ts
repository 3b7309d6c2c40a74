import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { freshDatabase } from '../../test/support/database.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { addressImport } from '../addresses/import-addresses.ts';
import { systemClock } from '../lib/clock.ts';
import { CopyRows } from './copy-rows.ts';
import { type BulkImportKind, bulkImport } from './import.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const { db } = await freshDatabase({ after });

const HEADER = 'id;numero;rep;nom_voie;code_postal;code_insee;lon;lat';
/** Twelve blocks of 2 MB each. */
const ROWS = 240_000;
/** One block with its rows and their encoding; all rows of the file would take 60 MB. */
const MAX_GROWTH_BYTES = 12_000_000;

test('the memory of an import does not grow with its file', async (t) => {
  const folder = temporaryDirectory(t);
  const path = join(folder, 'addresses.csv');
  const filler = 'x'.repeat(40);
  const row = (at: number): string =>
    `33063_${1_000 + (at % 50)}_${at % 99_999};${at % 99_999};;Rue ${filler};33000;33063;-0.5;44.8`;
  await writeFile(path, [HEADER, ...Array.from({ length: ROWS }, (_, at) => row(at))].join('\n'));

  const heapBytes: number[] = [];
  const onProgress = (): void => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    heapBytes.push(heapUsed + arrayBuffers);
  };
  // Rows are copied as the real writers do, into a table that is dropped.
  const copied: BulkImportKind<{ number: number }> = {
    ...addressImport,
    createBatch() {
      const out = new CopyRows(1);
      return {
        add({ number }) {
          out.row();
          out.integer(number);
        },
        async write(bulk) {
          await bulk.rows({ text: 'create temp table copied (number integer) on commit drop', values: [] });
          await bulk.copy('copy copied from stdin with (format binary)', out.end());
          return out.count;
        },
      };
    },
  };
  const report = await bulkImport(db, systemClock, copied, { path, onProgress });
  assert.equal(report.accepted, ROWS);
  assert.ok(heapBytes.length > 8, `${heapBytes.length} blocks`);
  const growth = Math.max(...heapBytes.slice(3)) - Math.max(...heapBytes.slice(0, 3));
  assert.ok(growth < MAX_GROWTH_BYTES, `${growth} bytes more after ${heapBytes.length} blocks`);
});
