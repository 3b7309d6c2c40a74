import { type Static, Type } from 'typebox';
import { joinNames } from '../../criteria/parse.ts';
import type { PlaceReference } from '../../criteria/parse-context.ts';
import type { Services } from '../../service/services.ts';

/** How an ambiguous question was understood. */
export const noteSchema = Type.Object(
  {
    propertyPath: Type.String({ description: 'The member it speaks of.' }),
    message: Type.String(),
    code: Type.String({ title: 'SearchNoteCode', enum: ['also_postal_code'] }),
  },
  { additionalProperties: false },
);
export type PlaceNote = Static<typeof noteSchema>;

/** A question may name 10,000 codes: notes on the first ones are enough. */
const MAX_MENTIONS_NOTED = 100;

/** INSEE and postal codes share digits: 69001 is the INSEE code of Affoux and a postal code of Lyon. */
export async function buildPlaceNotes(
  { places }: Pick<Services, 'places'>,
  mentions: readonly PlaceReference[],
): Promise<PlaceNote[]> {
  if (mentions.length === 0) return [];
  const register = await places.register();
  return mentions.slice(0, MAX_MENTIONS_NOTED).flatMap((mention): PlaceNote[] => {
    if (mention.code === undefined) return [];
    const others = register.postalPlacesOf(mention);
    const own = register.namesOf(mention);
    // A town whose INSEE code is also its own postal code means the same in both readings.
    if (own.length === 0 || others.length === 0) return [];
    return [
      {
        propertyPath: mention.path,
        message: `"${mention.code}" is taken for ${joinNames(own)}. It is also the postal code of ${joinNames(others)}, which \`postalCodes\` takes.`,
        code: 'also_postal_code',
      },
    ];
  });
}

/** Headers are ASCII: other characters are escaped as JSON allows. */
export function noteHeaders(notes: readonly PlaceNote[]): { headers?: Record<string, string> } {
  if (notes.length === 0) return {};
  const text = JSON.stringify(notes.slice(0, MAX_NOTES_IN_HEADER));
  return {
    headers: {
      'x-notes': text.replace(
        /[\u0080-\uffff]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    },
  };
}

/** Some 200 bytes each: far below what proxies allow for all headers. */
const MAX_NOTES_IN_HEADER = 10;
