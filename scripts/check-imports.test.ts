import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findImportErrors } from './check-imports.ts';
import { importRules } from './import-rules.ts';
import { projectFiles } from './project-files.ts';

/** The faults of a project of one file. */
const faultsOf = (path: string, text: string) => findImportErrors([{ path, text }]);

const forbidden: [file: string, statement: string, why: string][] = [
  ['src/lib/text.ts', "import { sql } from '../db/sql.ts';", 'lib may import nothing of ours'],
  [
    'src/catalogue/filters.ts',
    "import { slug } from '../lib/text.ts';",
    'catalogue may import nothing of ours',
  ],
  ['src/criteria/to-sql.ts', "import { sql } from '../db/sql.ts';", 'criteria may import catalogue, lib'],
  ['src/criteria/to-sql.ts', "import type { Db } from '../db/sql.ts';", 'criteria may import catalogue, lib'],
  [
    'clients/typescript/src/send.ts',
    "import { request } from 'node:http';",
    'the client imports nothing but its own files',
  ],
  ['src/db/pool.ts', "import { claim } from '../queue/claim.ts';", 'db may import lib'],
  [
    'src/geo/locate.ts',
    "import { median } from '../market/medians.ts';",
    'geo may import catalogue, db, lib',
  ],
  ['src/properties/record.ts', "import { receive } from '../ingest/receive.ts';", 'properties may import'],
  ['src/delivery/sign.ts', "import { rules } from '../alerts/rules.ts';", 'delivery may import'],
  ['src/alerts/match.ts', "import { route } from '../api/routes/alerts.ts';", 'alerts may import'],
  ['src/alerts/match.ts', "export { route } from '../api/routes/alerts.ts';", 'alerts may import'],
  ['src/alerts/match.ts', "export * from '../api/routes/alerts.ts';", 'alerts may import'],
  ['src/alerts/match.ts', "import '../api/routes/alerts.ts';", 'alerts may import'],
  [
    'src/alerts/match.ts',
    "  const { route } = await import('../api/routes/alerts.ts');",
    'alerts may import',
  ],
  ['src/alerts/match.ts', "new Worker(new URL('../api/server.ts', import.meta.url));", 'alerts may import'],
  [
    'src/api/routes/geo.ts',
    "import { sql, type Db } from '../../db/sql.ts';",
    'of db, api may take types, not sql',
  ],
  ['src/mcp/server.ts', "import * as db from '../db/pool.ts';", 'of db, mcp may take types, not *'],
  ['src/mcp/tool.ts', "import { readOne } from '../api/route.ts';", 'mcp may import'],
  ['src/mcp/tool.ts', "import type { Route } from '../api/route.ts';", 'mcp may import'],
  ['src/api/server.ts', "import { mcpMount } from '../mcp/mount.ts';", 'api may import'],
  ['src/alerts/match.ts', "import { Problem } from '../service/problem.ts';", 'alerts may import'],
  ['src/api/server.ts', "import { wire } from '../processes/wire.ts';", 'api may import'],
  ['src/demo/world.ts', "import { wire } from '../processes/wire.ts';", 'demo may import'],
  ['src/ingest/ingest-records.ts', "import { world } from '../demo/world.ts';", 'ingest may import'],
  [
    'src/console/screens/home.ts',
    "import { search } from '../../properties/search.ts';",
    'console may import catalogue, criteria, lib',
  ],
  [
    'src/geo/locate.ts',
    "import { clock } from '../../test/support/clock.ts';",
    'src imports nothing outside src',
  ],
  ['src/processes/cli.ts', 'await import(name);', 'a path computed at run time'],
  ['src/processes/cli.ts', 'await import(`./$' + '{name}.ts`);', 'a path computed at run time'],
  [
    'src/catalogue/filters.ts',
    "import { readFileSync } from 'node:fs';",
    'runs in a browser: nothing of Node',
  ],
  ['src/catalogue/filters.ts', "import { readFileSync } from 'fs';", 'runs in a browser: nothing of Node'],
];

for (const [path, statement, why] of forbidden) {
  test(`${path} may not say: ${statement}`, () => {
    const faults = faultsOf(path, `// why\n\n${statement}\n`);
    assert.equal(faults.length, 1, faults.join('\n'));
    assert.ok(faults[0]?.startsWith(`${path}:3 -> `), faults[0]);
    assert.ok(faults[0]?.includes(why), faults[0]);
  });
}

const allowed: [file: string, statement: string][] = [
  ['src/alerts/match.ts', "import { enqueue } from '../delivery/notification.ts';"],
  ['src/alerts/match.ts', "import { store } from './store.ts';"],
  ['src/api/routes/geo.ts', "import type { Db } from '../../db/sql.ts';"],
  ['src/api/openapi.ts', "import manifest from '../../package.json' with { type: 'json' };"],
  ['src/lib/ids.ts', "import { randomBytes } from 'node:crypto';"],
  ['src/processes/wire.ts', "import { find } from '../geo/store.ts';"],
  ['src/geo/locate.test.ts', "import { route } from '../api/routes/geo.ts';"],
  ['src/lib/text.ts', "/** See import('../db/sql.ts') */"],
  ['src/lib/text.ts', "  // import { sql } from '../db/sql.ts';"],
  ['bench/doors.ts', "import { serve } from '../src/processes/serve.ts';"],
];

for (const [path, statement] of allowed) {
  test(`${path} may say: ${statement}`, () => {
    assert.deepEqual(faultsOf(path, `${statement}\n`), []);
  });
}

test('an import spread over lines is seen on its first line', () => {
  const text = "import {\n  claim,\n  type Lease,\n} from '../queue/claim.ts';\n";
  const [fault] = faultsOf('src/geo/locate.ts', text);
  assert.equal(fault, 'src/geo/locate.ts:1 -> src/queue/claim.ts: geo may import catalogue, db, lib');
});

test('a folder without a rule fails, and so does a file beside the folders', () => {
  assert.match(
    faultsOf('src/shed/tool.ts', '').join(),
    /^src\/shed\/tool\.ts:1: no import rule covers this folder/,
  );
  assert.match(faultsOf('src/index.ts', '').join(), /^src\/index\.ts:1: no import rule covers this folder/);
});

test('what runs in a browser may not reach Node through another folder', () => {
  const files = [
    { path: 'src/console/home.ts', text: "import { slug } from '../lib/text.ts';" },
    {
      path: 'src/lib/text.ts',
      text: "import { hash } from './hash.ts';\nimport type { Clock } from './clock.ts';",
    },
    { path: 'src/lib/hash.ts', text: "import { createHash } from 'node:crypto';" },
    { path: 'src/lib/clock.ts', text: "import { setTimeout } from 'node:timers/promises';" },
  ];
  assert.deepEqual(findImportErrors(files), [
    'src/lib/hash.ts:1 -> node:crypto: src/console/home.ts reaches it and runs in a browser',
  ]);
});

const STORE = "import { type Db, sql } from '../db/sql.ts';\n";

for (const door of ['src/api/routes/geo.ts', 'src/mcp/tools/geo.ts']) {
  test(`${door} may not call a file that builds SQL, whatever its name`, () => {
    const files = [
      { path: door, text: "import { find } from '../../geo/nearest.ts';\n" },
      { path: 'src/geo/nearest.ts', text: STORE },
    ];
    const [fault, ...more] = findImportErrors(files);
    assert.deepEqual(more, []);
    assert.match(fault ?? '', /^src\/\w+\/\w+\/geo\.ts:1 -> src\/geo\/nearest\.ts: .*never a file with SQL/);
  });
}

test('a door may take types of a file that builds SQL, and call a store.ts that does not', () => {
  const files = [
    {
      path: 'src/api/routes/geo.ts',
      text: "import type { Row } from '../../geo/nearest.ts';\nimport { find } from '../../geo/store.ts';\n",
    },
    { path: 'src/geo/nearest.ts', text: STORE },
    { path: 'src/geo/store.ts', text: "import type { Db } from '../db/sql.ts';\n" },
  ];
  assert.deepEqual(findImportErrors(files), []);
});

test('every exception from "no SQL at the doors" is a file that builds SQL and that a door calls', () => {
  const files = projectFiles(process.cwd());
  const sources = new Map(files.map(({ path, text }) => [path, text]));
  const except = importRules['api']?.withoutSql?.except ?? [];
  const strict = { ...importRules, api: { ...importRules['api'], may: importRules['api']?.may ?? [] } };
  const faults = findImportErrors(files, { ...strict, api: { ...strict.api, withoutSql: { except: [] } } });
  for (const path of except) {
    assert.ok(sources.has(path), `${path} does not exist`);
    assert.ok(
      faults.some((fault) => fault.includes(`-> ${path}: `)),
      `${path} needs no exception`,
    );
  }
});

test('files that import each other are a cycle, also by types alone and over several files', () => {
  const files = [
    { path: 'src/lib/a.ts', text: "import { b } from './b.ts';" },
    { path: 'src/lib/b.ts', text: "import type { C } from './c.ts';" },
    { path: 'src/lib/c.ts', text: "// why\nimport type { A } from './a.ts';" },
    { path: 'src/lib/d.ts', text: "import { a } from './a.ts';" },
  ];
  const [fault, ...more] = findImportErrors(files);
  assert.deepEqual(more, []);
  assert.match(fault ?? '', /import cycle/);
  for (const step of ['a.ts -> src/lib/b.ts', 'b.ts -> src/lib/c.ts', 'c.ts -> src/lib/a.ts'])
    assert.ok(fault?.includes(step), fault);
  assert.ok(!fault?.includes('d.ts'), fault);
});

test('tests and scripts may share types in a circle, but not values', () => {
  const files = (kind: string) => [
    { path: 'test/support/a.ts', text: "import { b } from './b.ts';" },
    { path: 'test/support/b.ts', text: `import ${kind}{ A } from './a.ts';` },
  ];
  assert.deepEqual(findImportErrors(files('type ')), []);
  assert.match(findImportErrors(files('')).join(), /^test\/support\/[ab]\.ts:1 .*import cycle/);
});

test('a relative import has the extension of its file, everywhere', () => {
  const imports = (specifier: string) =>
    findImportErrors([
      { path: 'src/lib/text.ts', text: '' },
      { path: 'src/lib/words.ts', text: `import { text } from '${specifier}';` },
      {
        path: 'test/words.test.ts',
        text: `import { text } from '.${specifier.replace('./', './src/lib/')}';`,
      },
    ]);
  assert.deepEqual(imports('./text.ts'), []);
  for (const wrong of ['./text', './text.js']) {
    const faults = imports(wrong).filter((fault) => fault.includes('has the extension of its file'));
    assert.deepEqual(
      faults.map((fault) => fault.split(':')[0]),
      ['src/lib/words.ts', 'test/words.test.ts'],
    );
  }
});

test('the rules name only folders that have one, and no folder stands above itself', () => {
  const below = (folder: string, seen: string[] = []): string[] => {
    assert.ok(!seen.includes(folder), `a circle: ${[...seen, folder].join(' -> ')}`);
    const rule = importRules[folder];
    assert.ok(rule, `${folder} has no rule`);
    return [...rule.may, ...Object.keys(rule.mayNamed ?? {})].flatMap((next) =>
      below(next, [...seen, folder]),
    );
  };
  for (const folder of Object.keys(importRules)) below(folder);
});

test('processes is imported by nobody, and demo by processes alone', () => {
  const importersOf = (target: string) =>
    Object.entries(importRules).flatMap(([folder, { may }]) => (may.includes(target) ? [folder] : []));
  assert.deepEqual(importersOf('processes'), []);
  assert.deepEqual(importersOf('demo'), ['processes']);
});
