import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Page, Shown, Visitor } from '../page.ts';
import { Problem } from '../problem.ts';
import { documentHeaders, FILE_HEADERS } from '../security-headers.ts';
import { nothingHere } from '../visit.ts';
import { CONSOLE } from './place.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** Pictures of listings stand on the portals' own machines; everything else is ours. */
const DOCUMENT = {
  ...documentHeaders({
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob: https:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'worker-src': "'self' blob:",
    'manifest-src': "'self'",
  }),
  'cache-control': 'no-cache',
};

/** What the build names after its content never changes. */
const YEAR_S = 31_536_000;
const HASHED = /^assets\//;
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Plain names only: nothing that could climb out of the folder or into a hidden one. */
const NAME = /^(?:[\w@-][\w.@-]*\/)*[\w@-][\w.@-]*$/;

interface Held {
  body: Buffer;
  encoding: string | undefined;
}

/** The built console in a folder. Files are read once and kept: there are few, and a rebuild comes with a restart. */
export function consolePages(folder: string): Page[] {
  const held = new Map<string, Promise<Buffer | undefined>>();
  const bytes = (name: string): Promise<Buffer | undefined> => {
    let found = held.get(name);
    if (found === undefined) {
      found = readFile(join(folder, name)).catch(() => undefined);
      // Names that lead nowhere are not remembered: anybody can make up more of them.
      found.then((body) => body ?? held.delete(name));
      held.set(name, found);
    }
    return found;
  };

  async function packed(name: string, accepted: string): Promise<Held | undefined> {
    for (const [encoding, ending] of ENCODINGS) {
      if (!accepts(accepted, encoding)) continue;
      const body = await bytes(name + ending);
      if (body !== undefined) return { body, encoding };
    }
    const body = await bytes(name);
    return body && { body, encoding: undefined };
  }

  async function show(name: string, { headers }: Visitor): Promise<Shown> {
    if (name.startsWith('api/')) throw nothingHere();
    const isFile = NAME.test(name) && extname(name) !== '';
    const file = isFile ? await packed(name, String(headers['accept-encoding'] ?? '')) : undefined;
    if (file !== undefined && name !== 'index.html') return shownFile(name, file);
    if (isFile && name !== 'index.html') throw nothingHere();
    const page = await bytes('index.html');
    if (page === undefined) {
      throw new Problem('not-found', 'The console is not built here: `npm run build` builds it.');
    }
    return { type: TYPES['.html'] ?? '', headers: DOCUMENT, body: page };
  }

  const common = { access: 'file', type: 'text/html', statuses: [200] } as const;
  return [
    {
      ...common,
      path: CONSOLE,
      summary: 'To the console',
      statuses: [308],
      show: () => ({ status: 308, type: 'text/plain', headers: { location: `${CONSOLE}/` }, body: '' }),
    },
    {
      ...common,
      path: `${CONSOLE}/*`,
      summary: 'The console and its files',
      show: (params, visitor) => show(params['*'] ?? '', visitor),
    },
  ];
}

function shownFile(name: string, { body, encoding }: Held): Shown {
  const cache = HASHED.test(name) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache';
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  const packing = encoding === undefined ? {} : { 'content-encoding': encoding };
  return {
    type,
    headers: { ...FILE_HEADERS, ...packing, 'cache-control': cache, vary: 'Accept, Accept-Encoding' },
    body,
  };
}

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name, weight] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !/^q=0(\.0*)?$/.test(weight ?? '');
  });
