import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { CURRENT, SERVICE_FOLDER } from './scripts/install/service-build.mjs';
import { serviceModules } from './scripts/service/plugin.ts';
import { referenceScript } from './scripts/service/reference-script.ts';

/** A process loads parts of itself hours after its start: the files of a build stay through the next three builds. */
const FOLDERS = 4;

const root = import.meta.dirname;
const folder = nextFolder();

function nextFolder(): string {
  try {
    const last = Number(JSON.parse(readFileSync(join(root, CURRENT), 'utf8')).folder);
    return String((last % FOLDERS) + 1 || 1);
  } catch {
    return '1';
  }
}

// biome-ignore lint/style/noDefaultExport: Vite reads the default export of its settings.
export default defineConfig({
  root,
  // A package with binaries is loaded from where it is installed.
  ssr: { noExternal: true, external: ['@duckdb/node-bindings'] },
  build: {
    ssr: true,
    outDir: join(root, SERVICE_FOLDER, folder),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: { main: join(root, 'src/processes/main.ts') },
      // The same names in each build: the cache of compiled files does not grow.
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
  // The latter writes last: which build is current.
  plugins: [referenceScript(), serviceModules(root, folder)],
});
