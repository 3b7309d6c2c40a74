import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { importRules } from '../scripts/import-rules.ts';
import { TABLES_OF_PLANE } from '../src/db/planes.ts';
import { packagedCountries } from '../src/geo/load/countries.ts';
import { commands } from '../src/processes/commands/table.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', 'test/**/*.md'], { cwd: root });
const scripts = Object.keys(JSON.parse(read('package.json')).scripts);

const inCode = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? '');

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link]) => link ?? '');

test('every file that a page names exists', () => {
  const missing = pages.flatMap((page) =>
    inCode(read(page))
      .filter((name) => /^(src|test|docs|scripts|migrations|bench)\/[\w./-]+$|^[\w-]+\.(md|json)$/.test(name))
      .filter((name) => !existsSync(join(root, name)))
      .map((name) => `${page}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('every link of a page to a file resolves from the directory of the page', () => {
  const broken = pages.flatMap((page) =>
    linksIn(read(page))
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !existsSync(join(root, dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('ARCHITECTURE.md is short and names every module of the import rules', () => {
  const page = read('ARCHITECTURE.md');
  const lines = page.trimEnd().split('\n');
  assert.ok(lines.length <= 150, `${lines.length} lines`);
  assert.deepEqual(
    lines.filter((line) => [...line].length > 120),
    [],
  );
  assert.deepEqual(
    Object.keys(importRules).filter((folder) => !page.includes(`\`src/${folder}\``)),
    [],
  );
});

const sources = (): string[] =>
  globSync('src/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') }).map(read);

test('the log events and columns that the operations pages name exist', () => {
  const code = sources().join('\n');
  const schema = read('migrations/schema.sql');
  const unknown = globSync('docs/operations/*.md', { cwd: root }).flatMap((page) =>
    inCode(read(page))
      .filter((name) => /^[a-z_]+\.[a-z_]+$/.test(name) && !/\.(?:md|ts|log|json)$/.test(name))
      .filter((name) => !code.includes(`'${name}'`) && !isColumn(schema, name))
      .map((name) => `${page}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});

function isColumn(schema: string, name: string): boolean {
  const [table = '', column = ''] = name.split('.');
  return schema.includes(table) && new RegExp(`^\\s*${column} `, 'm').test(schema);
}

test('the metrics that the pages name are those of the service', () => {
  const named = new Set(pages.flatMap((page) => read(page).match(/\bgable_\w+[a-z]\b/g) ?? []));
  const defined = new Set(sources().flatMap((text) => text.match(/(?<=')gable_\w+[a-z](?=')/g) ?? []));
  assert.ok(defined.size > 15, `${defined.size} metrics`);
  assert.deepEqual([...named.symmetricDifference(defined)].sort(), []);
});

test('NOTICE names every package that data is read from', () => {
  const notice = read('NOTICE');
  const packages = Object.values(packagedCountries).flatMap((country) => country.packages);
  assert.deepEqual(
    packages.filter((name) => !notice.includes(`\n${name} `)),
    [],
  );
});

test('every npm script and gable command that a page names exists', () => {
  const known = commands.map(({ words }) => words);
  const unknown = pages.flatMap((page) =>
    inCode(read(page)).flatMap((code) => {
      const script = /^npm (?:run )?(\w+)/.exec(code)?.[1];
      if (script !== undefined && !['ci', 'install'].includes(script) && !scripts.includes(script))
        return [`${page}: ${code}`];
      const words = /^gable ([a-z][a-z-]*(?: [a-z][a-z-]*){0,2})/.exec(code)?.[1];
      const isKnown = words === undefined || known.some((name) => `${words} `.startsWith(`${name} `));
      const isGroup = / --help$/.test(code) && known.some((name) => name.startsWith(`${words} `));
      return isKnown || isGroup ? [] : [`${page}: ${code}`];
    }),
  );
  assert.deepEqual(unknown, []);
});

test('every bench that a page names exists', () => {
  const unknown = pages.flatMap((page) =>
    [...read(page).matchAll(/npm run bench -- ([a-z-]+)/g)]
      .filter(([, name]) => !existsSync(join(root, 'bench', `${name}.ts`)))
      .map(([command]) => `${page}: ${command}`),
  );
  assert.deepEqual(unknown, []);
});

for (const [page, minRows] of [
  ['docs/silences.md', 25],
  ['test/delivery/README.md', 40],
  ['test/resilience/README.md', 40],
] as const) {
  test(`every row of ${page} names a test that exists`, () => {
    const rows = read(page)
      .split('\n')
      .filter((line) => line.startsWith('| ') && line.includes('.test.ts`'));
    assert.ok(rows.length > minRows, `${rows.length}`);
    assert.deepEqual(rows.flatMap(untested), []);
  });
}

/** What is wrong with a row that ends with a test, if anything. */
function untested(row: string): string[] {
  const [, file = '', words = ''] = /\| `([^`]+\.test\.ts)`: (.+) \|$/.exec(row) ?? [];
  if (file === '' || !existsSync(join(root, file))) return [`${file || row}: no such file`];
  const titles = [...read(file).matchAll(/test\(\s*([`'"])([\s\S]*?)\1,/g)].map(([, , title]) => title ?? '');
  return titles.some((title) => title.includes(words)) ? [] : [`${file}: ${words}`];
}

test('operations lists every table in its plane', () => {
  const page = read('docs/operations/scale.md');
  for (const [plane, tables] of Object.entries(TABLES_OF_PLANE)) {
    const row = new RegExp(`^\\| ${plane} \\| (.+) \\|$`, 'm').exec(page)?.[1] ?? '';
    assert.deepEqual(inCode(row), [...tables], `the row of the ${plane} plane`);
  }
});
