import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { CURRENT, digestOf, SERVICE_FOLDER } from '../install/service-build.mjs';

/** A file that a module starts as a thread or as a process of its own. */
const STARTED_FILE = /new URL\('(\.\/([\w-]+)\.ts)', import\.meta\.url\)/g;
/** What decides a build beside the modules in it. */
const SETTINGS = ['package-lock.json', 'scripts/service/plugin.ts', 'vite.service.config.ts'];

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
    closeBundle() {
      const files = [...SETTINGS, ...[...modules.keys()].sort()];
      const digest = digestOf(files, (file) => modules.get(file) ?? readFileSync(join(root, file)));
      const path = join(root, CURRENT);
      writeFileSync(`${path}.new`, JSON.stringify({ folder, digest, files }));
      renameSync(`${path}.new`, path);
    },
  };
}
