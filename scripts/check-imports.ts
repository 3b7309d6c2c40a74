import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { findImportCycles } from './import-cycles.ts';
import { type FolderRule, importRules } from './import-rules.ts';
import { type Import, importsIn } from './imports.ts';
import { isTest, type ProjectFile } from './project-files.ts';

type Rules = Readonly<Record<string, FolderRule>>;

interface Edge extends Import {
  from: string;
  /** A path of ours, or the name of a package or a Node module; undefined when computed. */
  to: string | undefined;
}

/**
 * Every import that breaks the rules, as "file:line -> target: why". Tests and benches may import anything, by its whole name and
 * not in a circle.
 */
export function findImportErrors(files: readonly ProjectFile[], rules: Rules = importRules): string[] {
  const sources = files.filter(({ path }) => /^src\/.+\.tsx?$/.test(path) && !isTest(path));
  const uncovered = sources.filter(({ path }) => !rules[folderName(path)]);
  const edges = sources.flatMap(listEdges);
  const own = new Set(sources);
  const otherEdges = files.filter((file) => isCode(file.path) && !own.has(file)).flatMap(listEdges);
  const sqlFiles = new Set(edges.filter(importsSql).map(({ from }) => from));
  return [
    ...uncovered.map(
      ({ path }) => `${path}:1: no import rule covers this folder; add it to scripts/import-rules.ts`,
    ),
    ...edges.flatMap((edge) => checkEdge(edge, rules, sqlFiles)),
    ...findClientErrors(files),
    ...findBrowserErrors(edges, rules),
    ...findImportCycles(
      edges.flatMap(({ from, to, line }) => (to?.startsWith('src/') ? [{ from, to, line }] : [])),
    ),
    ...findOtherCycles(otherEdges),
    ...findExtensionErrors(files, [...edges, ...otherEdges]),
  ];
}

/** Node looks for the file of exactly this name; TypeScript and Vite would find others. */
function findExtensionErrors(files: readonly ProjectFile[], edges: readonly Edge[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const isWrong = ({ specifier = '', to = '' }: Edge): boolean =>
    specifier.startsWith('.') &&
    (posix.extname(specifier) === '' || (!paths.has(to) && paths.has(to.replace(/\.js(x?)$/, '.ts$1'))));
  return edges.filter(isWrong).map((edge) => fault(edge, 'a relative import has the extension of its file'));
}

const isCode = (path: string): boolean => /\.(?:ts|tsx|mjs)$/.test(path) && !path.includes('/generated/');

/** Tests, benches and scripts may share types in a circle, not values. */
const findOtherCycles = (edges: readonly Edge[]): string[] =>
  findImportCycles(
    edges.flatMap(({ from, to, line, specifier, values }) =>
      to !== undefined && specifier?.startsWith('.') && values.length > 0 ? [{ from, to, line }] : [],
    ),
  );

const CLIENT = 'clients/typescript/src/';

/** The client runs anywhere, alone: no package, nothing of Node, nothing of ours. */
const findClientErrors = (files: readonly ProjectFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith(CLIENT))
    .flatMap(listEdges)
    .filter(({ to }) => !to?.startsWith(CLIENT))
    .map((edge) => fault(edge, 'the client imports nothing but its own files'));

/** The functions of src/db/sql.ts that build a statement: a file that imports one of them holds SQL. */
const SQL_BUILDERS = ['sql', 'preparedSql', 'joinSql', '*'];

const importsSql = ({ to, values }: Edge): boolean =>
  to === 'src/db/sql.ts' && values.some((name) => SQL_BUILDERS.includes(name));

function listEdges({ path, text }: ProjectFile): Edge[] {
  return importsIn(text).map((found) => ({ ...found, from: path, to: resolve(path, found.specifier) }));
}

function resolve(from: string, specifier: string | undefined): string | undefined {
  if (!specifier?.startsWith('.')) return specifier;
  return posix.normalize(posix.join(posix.dirname(from), specifier));
}

const folderName = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? path;

const fault = (edge: Edge, why: string): string =>
  `${edge.from}:${edge.line} -> ${edge.to ?? 'computed path'}: ${why}`;

function checkEdge(edge: Edge, rules: Rules, sqlFiles: ReadonlySet<string>): string[] {
  const rule = rules[folderName(edge.from)];
  if (!rule) return [];
  if (edge.to === undefined) return [fault(edge, 'a path computed at run time escapes the import rules')];
  if (!edge.specifier?.startsWith('.')) return [];
  if (!edge.to.startsWith('src/')) {
    return edge.to.endsWith('.json') ? [] : [fault(edge, 'src imports nothing outside src')];
  }
  const why = findViolation(edge, edge.to, rule) ?? findSqlViolation(edge, edge.to, rule, sqlFiles);
  return why ? [fault(edge, why)] : [];
}

function findViolation(edge: Edge, to: string, rule: FolderRule): string | undefined {
  const [own, target] = [folderName(edge.from), folderName(to)];
  if (own === target) return undefined;
  const named = rule.mayNamed?.[target];
  if (named) {
    const odd = edge.values.filter((name) => !named.includes(name));
    return odd.length === 0
      ? undefined
      : `of ${target}, ${own} may take ${['types', ...named].join(', ')}, not ${odd.join(', ')}`;
  }
  if (rule.may.includes(target)) return undefined;
  return `${own} may import ${[...rule.may].sort().join(', ') || 'nothing of ours'}`;
}

/** A store is known by its content: it builds SQL, whatever its name. Types may be taken from anywhere. */
function findSqlViolation(
  { from, values }: Edge,
  to: string,
  { withoutSql }: FolderRule,
  sqlFiles: ReadonlySet<string>,
): string | undefined {
  if (withoutSql === undefined || values.length === 0 || !sqlFiles.has(to) || withoutSql.except.includes(to))
    return undefined;
  return `${folderName(from)} calls domain functions, never a file with SQL`;
}

/** What runs in a browser must not reach Node, not even through a file of another folder. */
function findBrowserErrors(edges: readonly Edge[], rules: Rules): string[] {
  const alive = edges.filter(({ values }) => values.length > 0);
  const reached = new Map<string, string>();
  const visit = (path: string, start: string): void => {
    if (reached.has(path)) return;
    reached.set(path, start);
    for (const { from, to } of alive) if (from === path && to?.startsWith('src/')) visit(to, start);
  };
  for (const { from } of edges) if (rules[folderName(from)]?.inBrowser) visit(from, from);
  return alive
    .filter(({ from, to }) => reached.has(from) && to !== undefined && isBuiltin(to))
    .map((edge) => fault(edge, findNodeImport(edge.from, reached.get(edge.from))));
}

function findNodeImport(path: string, start: string | undefined): string {
  return start === path
    ? 'this folder runs in a browser: nothing of Node'
    : `${start} reaches it and runs in a browser`;
}
