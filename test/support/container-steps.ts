import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

export interface ContainerStep {
  stage: number;
  instruction: string;
  rest: string;
}

/** The instructions of a Containerfile, with continued lines joined and comments left out. */
export function readContainerSteps(text: string): ContainerStep[] {
  let stage = -1;
  return text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, instruction = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      if (instruction === 'FROM') stage += 1;
      return { stage, instruction, rest };
    });
}

/** The words of `CMD ["a", "b"]`, or of an entry point. */
export const readExecForm = (rest: string): string[] => JSON.parse(rest.slice(rest.indexOf('['))) as string[];

interface BuildContext {
  /** The repository: what COPY copies from. */
  source: string;
  /** Stands for the root directory of the image. */
  prefix: string;
}

/** Runs the steps of a stage below a prefix. Returns the steps that were not run, or not as written. */
export function runBuildSteps(steps: readonly ContainerStep[], { source, prefix }: BuildContext): string[] {
  let folder = prefix;
  const notRun: string[] = [];
  for (const { instruction, rest } of steps) {
    if (instruction === 'WORKDIR') {
      folder = join(prefix, rest);
      mkdirSync(folder, { recursive: true });
    } else if (instruction === 'COPY') copyIn(rest, source, folder);
    else if (instruction === 'RUN' && rest.startsWith('npm ci ')) {
      notRun.push(`${rest} (the packages of the test are linked instead)`);
      linkPackages(source, folder, !rest.includes('--omit=dev'));
    } else if (instruction === 'RUN' && rest.startsWith('npm '))
      execFileSync('bash', ['-c', rest], { cwd: folder, stdio: 'pipe' });
    else notRun.push(`${instruction} ${rest}`);
  }
  return notRun;
}

function copyIn(rest: string, source: string, folder: string): void {
  const words = rest.split(' ');
  const target = words.pop() ?? '';
  for (const word of words) {
    if (word === '.') copyContext(source, folder);
    else cpSync(join(source, word), join(folder, target === './' ? word : target), { recursive: true });
  }
}

/** All but what .dockerignore names: at the root, or anywhere after `**`. */
function copyContext(source: string, folder: string): void {
  const patterns = readFileSync(join(source, '.dockerignore'), 'utf8').trim().split('\n');
  const isIgnored = (path: string): boolean =>
    patterns.some(
      (pattern) => path === pattern || (pattern.startsWith('**/') && basename(path) === pattern.slice(3)),
    );
  cpSync(source, folder, { recursive: true, filter: (path) => !isIgnored(relative(source, path)) });
}

interface LockFile {
  packages: Record<string, { dev?: boolean }>;
}

/**
 * What `npm ci` installs by the lock file, as links: 500 MB are neither fetched nor written again. Our own imports find
 * these packages and no others; a package finds its dependencies beside its real directory.
 */
function linkPackages(source: string, folder: string, withDev: boolean): void {
  const { packages } = JSON.parse(readFileSync(join(source, 'package-lock.json'), 'utf8')) as LockFile;
  const wanted = Object.entries(packages)
    .filter(([path, { dev = false }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && (withDev || !dev))
    .map(([path]) => path)
    .filter((path) => existsSync(join(source, path)));
  for (const path of wanted) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(source, path), join(folder, path));
  }
  for (const path of wanted.filter((one) => /^node_modules\/node-/.test(one)))
    linkFiles(source, folder, path);
  cpSync(join(source, 'node_modules/.package-lock.json'), join(folder, 'node_modules/.package-lock.json'));
  mkdirSync(join(folder, 'node_modules/.bin'));
  for (const name of readdirSync(join(source, 'node_modules/.bin'))) {
    const target = readlinkSync(join(source, 'node_modules/.bin', name));
    if (existsSync(join(folder, 'node_modules/.bin', target)))
      symlinkSync(target, join(folder, 'node_modules/.bin', name));
  }
}

/** systemd follows no link out of the prefix: the program that it starts is a file there. */
function linkFiles(source: string, folder: string, path: string): void {
  rmSync(join(folder, path));
  const isLinked = spawnSync('cp', ['-al', join(source, path), join(folder, path)]).status === 0;
  if (!isLinked) cpSync(join(source, path), join(folder, path), { recursive: true, force: true });
}
