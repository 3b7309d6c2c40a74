const FIRST = 0x80;
const LAST = 0xbf;

/** UTF-8 continuation bytes by the character they decode to in Windows-1252 and in Latin-1. */
const bytes = new Map<string, number>();
for (let byte = FIRST; byte <= LAST; byte += 1) {
  bytes.set(new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte);
  bytes.set(String.fromCharCode(byte), byte);
}

const FOLLOWING = `[${[...bytes.keys()].join('').replace(/[\]\\^-]/g, '\\$&')}]`;
/** "Ã©" for é, "â‚¬" for €, "Å“" for œ, "Â°" for °: no language has these sequences. */
const MOJIBAKE = new RegExp(`[ÂÃÅ]${FOLLOWING}|[âï]${FOLLOWING}{2}`, 'g');
const utf8 = new TextDecoder();

/** Repairs UTF-8 text that was decoded as Windows-1252 or Latin-1. */
export const fixMojibake = (text: string): string =>
  text.replace(MOJIBAKE, (letters) =>
    utf8.decode(Uint8Array.from(letters, (letter) => bytes.get(letter) ?? letter.charCodeAt(0))),
  );
