import { Type } from 'typebox';

/** The similarity of two listings, wherever the console explains a grouping. */
export const pairSimilaritySchema = {
  levels: Type.Record(Type.String(), Type.String(), {
    description: 'How similar the two are in each respect that is known of both.',
  }),
  bits: Type.Record(Type.String(), Type.Number(), {
    description:
      'What each of these weighs in the model in force: above zero it speaks for one home. What was read from texts counts less, and a crowded zone counts against.',
  }),
};
