import { Type } from 'typebox';

/** How alike two listings are, as the console tells it wherever it shows why they are one home or may be. */
export const pairSimilaritySchema = {
  levels: Type.Record(Type.String(), Type.String(), {
    description: 'How alike the two are in each respect that both tell something about.',
  }),
  bits: Type.Record(Type.String(), Type.Number(), {
    description:
      'What each of these weighs in the model in force: above zero it speaks for one home. What was read from texts counts less, and a crowded zone counts against.',
  }),
};
