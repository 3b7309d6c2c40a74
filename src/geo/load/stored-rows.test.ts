import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { editionVersion, packagedCountries } from './countries.ts';
import { READER_PATH, readInChildProcess } from './read-in-child-process.ts';
import { readStoredRows } from './stored-rows.ts';

const spain = packagedCountries['ES'] ?? assert.fail('Spain has packages');

test('stored rows are those of the packages, in their version only', async (t) => {
  const path = join(temporaryDirectory(t), 'divisions-ES.zst');
  execFileSync(process.execPath, [READER_PATH, 'ES', path]);
  const stored = await readStoredRows(path, editionVersion(spain));
  assert.deepEqual(stored, await readInChildProcess({ countryCode: 'ES', imports: [] }));
  assert.ok(stored !== undefined && stored.divisions.length > 0 && stored.contours.length > 0);
  assert.equal(await readStoredRows(path, `${editionVersion(spain)} newer`), undefined);
  truncateSync(path, 1_000);
  assert.equal(await readStoredRows(path, editionVersion(spain)), undefined, 'damaged');
  assert.equal(await readStoredRows(`${path}.absent`, editionVersion(spain)), undefined);
});
