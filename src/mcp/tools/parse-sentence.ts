import { Type } from 'typebox';
import { MAX_SENTENCE_CHARS, parseSentence } from '../../sentences/parse-sentence.ts';
import { closed, defineTool, objectSchema, READ_ONLY_HINTS } from '../tool.ts';

const spans = Type.Array(objectSchema('A part of the text.'));

export const parseSentenceTool = defineTool({
  name: 'parse_sentence',
  title: 'Turn a sentence into criteria',
  description:
    'French or English, as a person says it, into `criteria` for the other tools. What it did not understand is in `ignored`. Free.',
  hints: READ_ONLY_HINTS,
  routeType: 'search',
  input: Type.Object({ text: Type.String({ minLength: 1, maxLength: MAX_SENTENCE_CHARS }) }, closed),
  output: Type.Object({ criteria: objectSchema('Criteria.'), understood: spans, ignored: spans }, closed),
  async run({ places, clock }, { text }) {
    const parsed = parseSentence(text, { names: await places.names(), now: clock.now() });
    const ignored = parsed.ignored.map((part) => `"${part.text}"`).join(', ');
    return {
      text: [JSON.stringify(parsed.criteria), ...(ignored === '' ? [] : [`Not understood: ${ignored}`])].join(
        '\n',
      ),
      structured: { ...parsed },
    };
  },
});
