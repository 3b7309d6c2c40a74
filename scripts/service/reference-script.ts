import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'reference-script.js';
/** How the package of the reference page holds its script of 4 MB. */
const LITERAL = /var standalone_default = ("(?:[^"\\\n]|\\.)*");/;

/** JSON allows no control character in a text, which JavaScript does. */
const readLiteral = (literal: string): string =>
  JSON.parse(literal.replace(/\p{Cc}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`));

/**
 * The script of the reference page becomes a file: as a text in a module it is read by the compiler with the first request for the
 * page, 50 of its 95 ms of CPU at a load of 11.
 */
export function referenceScript(): Plugin {
  let script: string | undefined;
  return {
    name: 'reference-script',
    transform: {
      order: 'pre',
      filter: { id: /@scalar\/fastify-api-reference\/dist\/index\.js/ },
      handler(code) {
        const [statement, literal] = LITERAL.exec(code) ?? [];
        if (statement === undefined || literal === undefined)
          throw new Error('the package of the reference page holds its script in another way');
        script = readLiteral(literal);
        const read = `import { readFileSync as readScript } from 'node:fs';
var standalone_default = readScript(new URL('./${FILE}', import.meta.url), 'utf8');`;
        return code.replace(statement, () => read);
      },
    },
    writeBundle({ dir }) {
      if (script !== undefined) writeFileSync(join(dir ?? '', FILE), script);
    },
  };
}
