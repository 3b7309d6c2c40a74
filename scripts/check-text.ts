import { isTest, type ProjectFile } from './project-files.ts';

interface TextRule {
  pattern: RegExp;
  why: string;
  applies?: (path: string) => boolean;
}

// The classes of one letter keep these lines from matching themselves.
const rules: readonly TextRule[] = [
  {
    pattern: /(?<![\w.~$}-])\/(?:wor[k]|roo[t]|hom[e]\/[a-z][\w-]*|User[s]\/\w+)\//,
    why: 'a path of one machine',
  },
  {
    pattern:
      /\bregistry\.[\w-]+\.[a-z]+|\/\/(?:[\w-]+\.)*(?:registry|npmmirror|artifactory|nexus|verdaccio)\.[\w-]+/i,
    why: 'the address of a package registry',
  },
  {
    pattern: /"resolved":\s*"http/,
    why: 'a download address in the lock; set omit-lockfile-registry-resolved',
  },
  { pattern: /\b(?:TOD[O]|FIXM[E])\b/, why: 'unfinished work: do it, or write it down as an issue' },
  {
    pattern: /\b(?:test|it|describe|suite)\.only\(|\bonly: true\b/,
    why: 'one test that hides the others',
    applies: isTest,
  },
];

/** Text that must not enter the project, as "file:line: why (the text)". */
export function findTextErrors(files: readonly ProjectFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const active = rules.filter(({ applies }) => applies?.(path) ?? true);
    if (!active.some(({ pattern }) => pattern.test(text))) return [];
    return text.split('\n').flatMap((line, index) =>
      active.flatMap(({ pattern, why }) => {
        const match = pattern.exec(line);
        return match ? [`${path}:${index + 1}: ${why} (${match[0]})`] : [];
      }),
    );
  });
}
