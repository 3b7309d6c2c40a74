import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const PACKABLE = /\.(js|mjs|css|svg|json)$/;
/** A smaller file fits into one packet anyway. */
const MIN_PACKED_BYTES = 1_024;
/** Level 11 takes ten times as long for 5 % less. */
const BROTLI_QUALITY = 9;

/**
 * Writes compressed copies beside the files of a directory, so that none is compressed during a request.
 * @param {string} folder
 */
export function packFiles(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!PACKABLE.test(name)) continue;
    const bytes = readFileSync(path);
    if (bytes.length < MIN_PACKED_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
