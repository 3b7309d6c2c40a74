import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Problem } from '../../service/problem.ts';
import type { PageRequest, PageResponse, PageRoute } from '../page.ts';
import { pathNotFound } from '../request-context.ts';
import { documentHeaders, FILE_HEADERS } from '../security-headers.ts';
import { CONSOLE_PATH } from './origins.ts';

const MEDIA_TYPES: Record<string, string> = {
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

/** Pictures of listings are on the portals' own hosts; everything else is ours. */
const DOCUMENT_HEADERS = {
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

/** File names with a content hash never change. */
const YEAR_S = 31_536_000;
const HASHED_PATH = /^assets\//;
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Plain names only: no way out of the directory or into a hidden one. */
const SAFE_FILE_NAME = /^(?:[\w@-][\w.@-]*\/)*[\w@-][\w.@-]*$/;

interface EncodedFile {
  body: Buffer;
  encoding: string | undefined;
}

/**
 * The pages of the built console. Files are read once and cached: there are few, and a rebuild comes with a
 * restart.
 */
export function consolePages(folder: string): PageRoute[] {
  const fileCache = new Map<string, Promise<Buffer | undefined>>();
  const bytes = (name: string): Promise<Buffer | undefined> => {
    let found = fileCache.get(name);
    if (found === undefined) {
      found = readFile(join(folder, name)).catch(() => undefined);
      // Unknown names are not cached: anybody can make up more of them.
      found.then((body) => body ?? fileCache.delete(name));
      fileCache.set(name, found);
    }
    return found;
  };

  async function readEncoded(name: string, accepted: string): Promise<EncodedFile | undefined> {
    for (const [encoding, ending] of ENCODINGS) {
      if (!accepts(accepted, encoding)) continue;
      const body = await bytes(name + ending);
      if (body !== undefined) return { body, encoding };
    }
    const body = await bytes(name);
    return body && { body, encoding: undefined };
  }

  async function show(name: string, { headers }: PageRequest): Promise<PageResponse> {
    if (name.startsWith('api/')) throw pathNotFound();
    const isFile = SAFE_FILE_NAME.test(name) && extname(name) !== '';
    const file = isFile ? await readEncoded(name, String(headers['accept-encoding'] ?? '')) : undefined;
    if (file !== undefined && name !== 'index.html') return fileResponse(name, file);
    if (isFile && name !== 'index.html') throw pathNotFound();
    const page = await bytes('index.html');
    if (page === undefined) {
      throw new Problem('not-found', 'The console is not built here: `npm run build` builds it.');
    }
    return { type: MEDIA_TYPES['.html'] ?? '', headers: DOCUMENT_HEADERS, body: page };
  }

  const common = { access: 'file', type: 'text/html', statuses: [200] } as const;
  return [
    {
      ...common,
      path: CONSOLE_PATH,
      summary: 'Redirect to the console',
      statuses: [308],
      show: () => ({ status: 308, type: 'text/plain', headers: { location: `${CONSOLE_PATH}/` }, body: '' }),
    },
    {
      ...common,
      path: `${CONSOLE_PATH}/*`,
      summary: 'The console and its files',
      show: (params, request) => show(params['*'] ?? '', request),
    },
  ];
}

function fileResponse(name: string, { body, encoding }: EncodedFile): PageResponse {
  const cache = HASHED_PATH.test(name) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache';
  const type = MEDIA_TYPES[extname(name)] ?? 'application/octet-stream';
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
