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

/** The words of a text that may have been cut out of a web page: tags go, entities are read, line breaks stay. */
export function cleanText(text: string): string {
  const once = removeTags(text);
  // What was written as HTML within HTML shows its tags only now.
  const read = text.includes('&lt;') && KNOWN_TAG.test(once) ? removeTags(once) : once;
  return withPlainBreaks(read).trim().toWellFormed();
}

/** Elements whose content no reader sees. */
const UNSEEN = ['script', 'style'];

/** Looked for from front to back once: a pattern would begin anew at every opening tag. */
function removeElement(text: string, element: string): string {
  const small = text.toLowerCase();
  // A few letters are longer when small: places in one text are then not those in the other.
  if (small.length !== text.length) return text;
  let kept = '';
  let from = 0;
  for (;;) {
    const opens = small.indexOf(`<${element}`, from);
    const closes = opens < 0 ? -1 : small.indexOf(`</${element}`, opens);
    const end = closes < 0 ? -1 : small.indexOf('>', closes);
    if (end < 0) return kept + text.slice(from);
    kept += `${text.slice(from, opens)} `;
    from = end + 1;
  }
}

/** Front to back once, for the same reason; one that is never closed stays. */
function withoutComments(text: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const opens = text.indexOf('<!--', from);
    const closes = opens < 0 ? -1 : text.indexOf('-->', opens + 4);
    if (closes < 0) return kept + text.slice(from);
    kept += `${text.slice(from, opens)} `;
    from = closes + 3;
  }
}

function removeTags(text: string): string {
  const plain = text.includes('<')
    ? UNSEEN.reduce(removeElement, withoutComments(text)).replace(LINE_BREAK, '\n').replace(TAG, ' ')
    : text;
  return plain.includes('&') ? plain.replace(ENTITY, decodeEntity) : plain;
}

/** Anything but single spaces between words. Replacing each of those by itself took longer than reading all the rest. */
const UNEVEN = /[^\S ]| {2}/;

function withPlainBreaks(text: string): string {
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
