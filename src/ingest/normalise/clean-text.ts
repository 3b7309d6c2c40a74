const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    euro: '€',
    laquo: '«',
    raquo: '»',
    hellip: '…',
  },
  ...{
    eacute: 'é',
    egrave: 'è',
    ecirc: 'ê',
    agrave: 'à',
    acirc: 'â',
    ccedil: 'ç',
    ocirc: 'ô',
    icirc: 'î',
    ugrave: 'ù',
  },
  ...{
    ucirc: 'û',
    euml: 'ë',
    iuml: 'ï',
    oelig: 'œ',
    Eacute: 'É',
    Egrave: 'È',
    Agrave: 'À',
    rsquo: '’',
    lsquo: '‘',
  },
  ...{
    ndash: '–',
    mdash: '—',
    sup2: '²',
    deg: '°',
    middot: '·',
    bull: '•',
    ntilde: 'ñ',
    uuml: 'ü',
    ouml: 'ö',
    auml: 'ä',
  },
};

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}\d?));/gi;
const LINE_BREAK = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^>]{0,200}>/gi;
const TAG = /<\/?[a-z][a-z0-9]{0,15}\b[^<>]{0,500}>/gi;

const KNOWN_TAG =
  /<\/?(?:p|br|b|strong|i|em|u|div|span|ul|ol|li|h[1-6]|a|table|tr|td|font|script|style)\b[^<>]{0,500}>/i;

/** Cleans a text that may contain HTML: removes tags, decodes entities, keeps line breaks. */
export function cleanText(text: string): string {
  const once = removeTags(text);
  // The tags of HTML that was escaped twice appear only after decoding.
  const plain = text.includes('&lt;') && KNOWN_TAG.test(once) ? removeTags(once) : once;
  return normaliseSpaces(plain).trim().toWellFormed();
}

/** Elements whose content is not displayed. */
const HIDDEN_ELEMENTS = ['script', 'style'];

/** One scan from front to back: a pattern would search to the end again from every opening tag. */
function removeElement(text: string, element: string): string {
  const lowerCase = text.toLowerCase();
  // A few letters are longer in lower case, which would shift positions.
  if (lowerCase.length !== text.length) return text;
  let result = '';
  let from = 0;
  for (;;) {
    const opens = lowerCase.indexOf(`<${element}`, from);
    const closes = opens < 0 ? -1 : lowerCase.indexOf(`</${element}`, opens);
    const end = closes < 0 ? -1 : lowerCase.indexOf('>', closes);
    if (end < 0) return result + text.slice(from);
    result += `${text.slice(from, opens)} `;
    from = end + 1;
  }
}

/** One scan, for the same reason. A comment that is never closed stays. */
function withoutComments(text: string): string {
  let result = '';
  let from = 0;
  for (;;) {
    const opens = text.indexOf('<!--', from);
    const closes = opens < 0 ? -1 : text.indexOf('-->', opens + 4);
    if (closes < 0) return result + text.slice(from);
    result += `${text.slice(from, opens)} `;
    from = closes + 3;
  }
}

function removeTags(text: string): string {
  const plain = text.includes('<')
    ? HIDDEN_ELEMENTS.reduce(removeElement, withoutComments(text)).replace(LINE_BREAK, '\n').replace(TAG, ' ')
    : text;
  return plain.includes('&') ? plain.replace(ENTITY, decodeEntity) : plain;
}

/** Any white space but single spaces. Replacing every single space took longer than all other steps. */
const UNEVEN = /[^\S ]| {2}/;

function normaliseSpaces(text: string): string {
  if (!UNEVEN.test(text)) return text;
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n');
}

function decodeEntity(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED_ENTITIES[name] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : ' ';
}

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
