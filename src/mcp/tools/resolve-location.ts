import { Type } from 'typebox';
import { propertyVocabularies } from '../../catalogue/property-vocabularies.ts';
import type { DivisionType } from '../../geo/division.ts';
import { afterSkip, nextBySkip, nextLine, skip } from '../continuation.ts';
import { locateAll, type PlaceMatch } from '../locations.ts';
import { closed, defineTool, maxTokens, READ_ONLY_HINTS } from '../tool.ts';
import { budgetOf, fitToBudget, type ToolOutput } from '../tool-output.ts';
import { briefPlaceMatch, placeMatchLine, placeMatchOutput, placeMatchSchema } from './place-output.ts';

export const resolveLocationTool = defineTool({
  name: 'resolve_location',
  title: 'Find places by name',
  description:
    'Turns place names ("Paris 15 or Boulogne", "69003") into the codes that searches take, with the other places that each may mean. For names that are ambiguous or unknown; search_properties takes plain names too. Free.',
  hints: READ_ONLY_HINTS,
  routeType: 'geo',
  brief: ['skip', 'maxTokens'],
  input: Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: 500, description: 'One or several places.' }),
      level: Type.Optional(
        Type.Array(
          Type.Unsafe<DivisionType>({ type: 'string', enum: [...propertyVocabularies.divisionType.values] }),
          { minItems: 1, maxItems: 10, description: 'Only places of these levels.' },
        ),
      ),
      skip,
      maxTokens,
    },
    closed,
  ),
  output: Type.Object({ locations: Type.Array(placeMatchSchema), next: nextBySkip }, closed),
  async run({ places }, args) {
    const located = await locateAll(places, args.query, args.level);
    const { skip: skipped = 0 } = args;
    const render = (shown: readonly PlaceMatch[]): ToolOutput => {
      const next = afterSkip(skipped, shown.length, located.length);
      return {
        text: [
          ...(located.length === 0 ? ['No place is named there.'] : shown.map((one) => placeMatchLine(one))),
          ...nextLine(next),
        ].join('\n'),
        structured: { locations: shown.map((one) => placeMatchOutput(one)), next },
      };
    };
    return fitToBudget(located.slice(skipped), budgetOf(args), render, briefPlaceMatch).output;
  },
});
