import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { HOME_COUNTRY } from '../../src/processes/home-country.ts';
import { CURRENT, digestOf, SERVICE_FOLDER } from '../install/service-build.mjs';
import { withoutBuiltinImports } from './builtin-imports.ts';

/** A file that a module starts as a thread or as a process of its own. */
const STARTED_FILE = /new URL\('(\.\/([\w-]+)\.ts)', import\.meta\.url\)/g;
/** What decides a build beside the modules in it. */
const SETTINGS = [
  'package-lock.json',
  'scripts/service/builtin-imports.ts',
  'scripts/service/plugin.ts',
  'scripts/service/reference-script.ts',
  'vite.service.config.ts',
];

/** What decides the divisions that a build stores. */
const READ_BY_DIVISIONS = /^(?:package-lock\.json|src\/(?:geo|lib|db|catalogue)\/)/;

/**
 * Stores the rows of the home country, so that a first start need not read its packages: 2 s of CPU. A build takes them from the
 * last one when nothing changed that decides them.
 */
function storeDivisions(root: string, output: string, digest: string): void {
  const reader = join(output, 'reader.mjs');
  if (!existsSync(reader)) return;
  const name = `divisions-${HOME_COUNTRY}.zst`;
  const last = readLastBuild(root);
  const stored = join(root, SERVICE_FOLDER, last?.folder ?? '', name);
  if (last?.divisions === digest && existsSync(stored)) copyFileSync(stored, join(output, name));
  else execFileSync(process.execPath, [reader, HOME_COUNTRY, join(output, name)], { stdio: 'inherit' });
}

function readLastBuild(root: string): { folder: string; divisions?: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(root, CURRENT), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * A module of ours that became part of a larger file, in `dist/service/FOLDER`: the files that it starts are bundled too,
 * those that it reads stay where they are. When the build is complete, `current.json` says what it was built from.
 */
export function serviceModules(root: string, folder: string): Plugin {
  const output = join(root, SERVICE_FOLDER, folder);
  const modules = new Map<string, string>();
  return {
    name: 'service-modules',
    transform: {
      order: 'pre',
      filter: { id: { include: /\/src\//, exclude: /\/node_modules\// } },
      handler(code, id) {
        modules.set(relative(root, id).replaceAll(sep, '/'), code);
        const place = relative(output, dirname(id)).replaceAll(sep, '/');
        const kept = code.replaceAll(STARTED_FILE, (_, path: string, name: string) => {
          this.emitFile({ type: 'chunk', id: resolve(dirname(id), path), fileName: `${name}.mjs` });
          return `new URL('./${name}.mjs', import.meta.url)`;
        });
        return kept
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${place}')`)
          .replaceAll(/(?<!\.mjs', )import\.meta\.url/g, `new URL('${place}/', import.meta.url).href`);
      },
    },
    renderChunk: withoutBuiltinImports,
    // Not closeBundle, which is called after a failure too: `current.json` then named a folder of older files.
    writeBundle() {
      const files = [...SETTINGS, ...[...modules.keys()].sort()];
      const digest = digestOf(files, (file) => modules.get(file) ?? readFileSync(join(root, file)));
      const path = join(root, CURRENT);
      const read = files.filter((file) => READ_BY_DIVISIONS.test(file));
      const divisions = digestOf(read, (file) => modules.get(file) ?? readFileSync(join(root, file)));
      storeDivisions(root, output, divisions);
      writeFileSync(`${path}.new`, JSON.stringify({ folder, digest, files, divisions }));
      renameSync(`${path}.new`, path);
    },
  };
}
