const FIRST = 0x80;
const LAST = 0xbf;

/** What the bytes that follow the first of a letter in UTF-8 look like when they are read as Windows-1252, and as Latin-1. */
const bytes = new Map<string, number>();
for (let byte = FIRST; byte <= LAST; byte += 1) {
  bytes.set(new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte);
  bytes.set(String.fromCharCode(byte), byte);
}

const FOLLOWING = `[${[...bytes.keys()].join('').replace(/[\]\\^-]/g, '\\$&')}]`;
/** "Ã©" for é, "â‚¬" for €, "Å“" for œ, "Â°" for °: no language has these letters side by side. */
const MOJIBAKE = new RegExp(`[ÂÃÅ]${FOLLOWING}|[âï]${FOLLOWING}{2}`, 'g');
const utf8 = new TextDecoder();

/** A text that was written as UTF-8 and once read as something else, put right. */
export const fixMojibake = (text: string): string =>
  text.replace(MOJIBAKE, (letters) =>
    utf8.decode(Uint8Array.from(letters, (letter) => bytes.get(letter) ?? letter.charCodeAt(0))),
  );
