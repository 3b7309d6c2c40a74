import { exampleTrees } from './examples.ts';
import { parseCriteria } from './parse.ts';
import type { Tree } from './tree.ts';

/** A query as PostgreSQL receives it. */
export interface ExampleQuery {
  readonly from: string;
  readonly where: string;
  readonly values: readonly unknown[];
}

/** The SQL of the example trees as Markdown, so that a review shows changes of the compiler or of the table. */
export function sqlReference(compileQuery: (tree: Tree) => ExampleQuery): string {
  const examples = Object.entries(exampleTrees).map(([name, json]) => {
    const parsed = parseCriteria(json);
    if ('faults' in parsed)
      throw new Error(`The example "${name}" has faults: ${JSON.stringify(parsed.faults)}`);
    const { from, where, values } = compileQuery(parsed.tree);
    const bound = values.map((value, index) => `-- $${index + 1} = ${JSON.stringify(value)}`);
    const text = [`from ${from}`, `where ${breakLines(where)}`, ...bound].join('\n');
    return [`## ${name}`, fenced('json', JSON.stringify(json)), fenced('sql', text)].join('\n\n');
  });
  return ['# The SQL of criteria', 'What PostgreSQL is asked, written by `npm run generate`.', ...examples]
    .join('\n\n')
    .concat('\n');
}

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** One line per condition of the outermost level. */
function breakLines(text: string): string {
  let depth = 0;
  return text
    .split(/(?<=[()])|(?=[()])|(?= and )|(?= or )/)
    .map((piece) => {
      depth += piece === '(' ? 1 : piece === ')' ? -1 : 0;
      return depth === 0 && piece.startsWith(' and ') ? `\n  and ${piece.slice(5)}` : piece;
    })
    .join('');
}
