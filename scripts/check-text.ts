import { isTest, type ProjectFile } from './project-files.ts';

interface TextRule {
  pattern: RegExp;
  why: string;
  applies?: (path: string) => boolean;
}

/** The folders whose language the rules of CONTRIBUTING.md bind; data files are not prose. */
const isProse = (path: string): boolean =>
  /^(?:src|test|bench|scripts|docs)\//.test(path) && /\.(?:ts|tsx|mjs|md)$/.test(path);

/** Texts that customers read keep their tone, also where a test reads them; one bench uses a library of such a name. */
const CUSTOMER_TEXTS: readonly RegExp[] = [
  /^src\/console\/words\//,
  /^test\/console\/desk-screens\.test\.ts$/,
  /^src\/mcp\/refusal\.ts$/,
  /^bench\/alert-index/,
];

const isOurProse = (path: string): boolean =>
  isProse(path) && !CUSTOMER_TEXTS.some((pattern) => pattern.test(path));

// The classes of one letter keep these lines from matching themselves.
const rules: readonly TextRule[] = [
  {
    pattern: /(?<![\w.~$}-])\/(?:wor[k]|roo[t]|hom[e]\/[a-z][\w-]*|User[s]\/\w+)\//,
    why: 'a path of one machine',
  },
  {
    pattern:
      /\bregistry\.[\w-]+\.[a-z]+|\/\/(?:[\w-]+\.)*(?:registry|npmmirror|artifactory|nexus|verdaccio)\.[\w-]+/i,
    why: 'the URL of a package registry',
  },
  {
    pattern: /"resolved":\s*"http/,
    why: 'a download URL in the lock; set omit-lockfile-registry-resolved',
  },
  { pattern: /\b(?:TOD[O]|FIXM[E])\b/, why: 'unfinished work: do it, or write it down as an issue' },
  {
    pattern: /\b(?:test|it|describe|suite)\.only\(|\bonly: true\b/,
    why: 'one test that hides the others',
    applies: isTest,
  },
  {
    pattern: /\b(?:tol[d]|tel[l]s?|ane[w]|sif[t]s?|lai[d]|whoeve[r]|men[d](?:ed)?|seldo[m])\b/i,
    why: 'a word of a private dialect: use the usual word of the field',
    applies: isOurProse,
  },
  {
    pattern: /\b(?:MOS[T]|LONGES[T]|FEWES[T]|USUA[L])_[A-Z]/,
    why: 'a constant is named MAX_, MIN_ or DEFAULT_ with its unit',
    applies: isProse,
  },
];

/** Text that must not enter the project, as "file:line: why (the text)". */
export function findTextErrors(files: readonly ProjectFile[]): string[] {
  return files.flatMap(({ path, text }) => [
    ...findRefusedText(path, text),
    ...(path.endsWith('.md') ? findLongMarkdownLines(path, text) : []),
  ]);
}

function findRefusedText(path: string, text: string): string[] {
  const active = rules.filter(({ applies }) => applies?.(path) ?? true);
  if (!active.some(({ pattern }) => pattern.test(text))) return [];
  return text.split('\n').flatMap((line, index) =>
    active.flatMap(({ pattern, why }) => {
      const match = pattern.exec(line);
      return match ? [`${path}:${index + 1}: ${why} (${match[0]})`] : [];
    }),
  );
}

const MAX_MARKDOWN_LINE_CHARS = 120;

/** Rows of tables and fenced code cannot be wrapped. */
function findLongMarkdownLines(path: string, text: string): string[] {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    if (isCode || isFence || /^\s*\|/.test(line)) return [];
    const { length } = [...line];
    if (length <= MAX_MARKDOWN_LINE_CHARS) return [];
    return [`${path}:${index + 1}: a line of more than ${MAX_MARKDOWN_LINE_CHARS} characters (${length})`];
  });
}
