/** One import of a file. */
export interface Import {
  line: number;
  /** Undefined when the path is computed at run time. */
  specifier: string | undefined;
  /** The imported values: names, 'default', '*' for the whole module; empty for types only. */
  values: string[];
}

// Formatted code has static imports in the first column, so that comments and strings do not match.
const names = String.raw`\{[^}]*\}`;
const clause = String.raw`(?:[\w$]+|\*(?:\s+as\s+[\w$]+)?|${names})(?:\s*,\s*(?:\*\s+as\s+[\w$]+|${names}))?`;
const staticForm = new RegExp(
  String.raw`^(?:import|export)\s+(type\s+)?(${clause})\s+from\s*(['"])(.+?)\3`,
  'gm',
);
const bareForm = /^import\s*(['"])(.+?)\1/gm;
const dynamicForm = /\bimport\(\s*(?:(['"`])([^'"`$]+)\1)?/g;
/** A worker or a module loaded by URL. */
const urlForm = /\bnew URL\(\s*(['"])(\.[^'"]+\.(?:ts|js|mjs))\1\s*,\s*import\.meta\.url/g;

export function importsIn(text: string): Import[] {
  const found = [
    ...[...text.matchAll(staticForm)].map((match) => ({
      line: lineAt(text, match.index),
      specifier: match[4],
      values: match[1] ? [] : valuesOf(match[2] ?? ''),
    })),
    ...[...text.matchAll(bareForm), ...code(text, dynamicForm), ...code(text, urlForm)].map((match) => ({
      line: lineAt(text, match.index),
      specifier: match[2],
      values: ['*'],
    })),
  ];
  return found.sort((a, b) => a.line - b.line);
}

function code(text: string, form: RegExp): RegExpExecArray[] {
  return [...text.matchAll(form)].filter((match) => {
    const before = text.slice(text.lastIndexOf('\n', match.index) + 1, match.index);
    return !/^\s*(?:\*|\/\*|\/\/)|\/\/ /.test(before);
  });
}

function valuesOf(clauseText: string): string[] {
  const [, named = ''] = /\{([^}]*)\}/.exec(clauseText) ?? [];
  const outside = clauseText.replace(/\{[^}]*\}/, '').trim();
  const values = named
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0] ?? name);
  if (outside.includes('*')) values.push('*');
  else if (outside.replace(',', '') !== '') values.push('default');
  return values;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
