/** Entity names of U+00A0 to U+00FF, in order. */
const LATIN_1 =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para
  middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml
  Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute
  acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide
  oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(/\s+/);

/** HTML entities that XML does not define. Feeds use them in XML too. */
export const HTML_ENTITIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(LATIN_1.map((name, at) => [name, String.fromCodePoint(0xa0 + at)])),
  euro: '€',
  oelig: 'œ',
  OElig: 'Œ',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  trade: '™',
  minus: '−',
};

const XML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const named = new Map(Object.entries({ ...HTML_ENTITIES, ...XML_ENTITIES }));
const MAX_CODE_POINT = 0x10ffff;

function decodeHtmlEntity(whole: string, name: string): string {
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  if (name.startsWith('#')) return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : ' ';
  return named.get(name) ?? whole;
}

/** Converts HTML to text: breaks become line feeds, list entries get a dash, other tags are removed. */
export function htmlToText(html: string): string {
  return html
    .replace(/\r\n?/g, '\n')
    .replace(/<\s*(?:br|hr)\b[^<>]*>|<\s*\/\s*(?:p|div|li|ul|ol|h[1-6]|tr|table)\s*>/gi, '\n')
    .replace(/<\s*li\b[^<>]*>/gi, '- ')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|\w{2,8});/gi, decodeHtmlEntity)
    .replace(/[\t \u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
