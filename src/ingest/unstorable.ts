/** Replaces bytes that are invalid in the encoding of the file. A noncharacter: it occurs in no real text. */
export const NOT_TEXT = '\uffff';

/** Why a text cannot be stored: PostgreSQL text cannot hold NUL, and invalid bytes have no meaning. */
export function unstorableReason(text: string): string | undefined {
  if (text.includes('\0')) return 'a NUL character';
  return text.includes(NOT_TEXT) ? 'bytes that are no text in the encoding of the file' : undefined;
}
