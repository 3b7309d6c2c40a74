/** Stands for bytes that are no text in the encoding of the file. A noncharacter: it occurs in no real text. */
export const NOT_TEXT = '\uffff';

/** What a text holds that cannot be kept: PostgreSQL has no NUL in text, and unreadable bytes have no meaning. */
export function unstorableReason(text: string): string | undefined {
  if (text.includes('\0')) return 'a NUL character';
  return text.includes(NOT_TEXT) ? 'bytes that are no text in the encoding of the file' : undefined;
}
