import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { checkKeyFormat, redactApiKeys } from '../../src/accounts/key.ts';
import { readCookie } from '../../src/api/console/cookies.ts';
import { negotiate, parseMediaRange } from '../../src/api/negotiate.ts';
import { runAtOnce, strictJsonSteps } from '../../src/api/parse/body.ts';
import { queryParser } from '../../src/api/parse/query.ts';
import { routes } from '../../src/api/routes/table.ts';
import { parseCriteria } from '../../src/criteria/parse.ts';
import { splitCells } from '../../src/imports/cells.ts';
import { cleanText, fixMojibake } from '../../src/ingest/normalise/clean-text.ts';
import { readCsvRows } from '../../src/ingest/reading/csv.ts';
import { decodeText } from '../../src/ingest/reading/decode.ts';
import { decompressFeed } from '../../src/ingest/reading/decompress.ts';
import { htmlToText } from '../../src/ingest/reading/html.ts';
import { scanJsonRecords } from '../../src/ingest/reading/json.ts';
import { isTooDeep } from '../../src/ingest/reading/json-object.ts';
import { readLineBatches } from '../../src/ingest/reading/lines.ts';
import { readXmlRecords } from '../../src/ingest/reading/xml.ts';
import { readTextFacts } from '../../src/ingest/text-facts/read-text-facts.ts';
import { findClosestWord } from '../../src/lib/closest-word.ts';
import { foldText, normalizeWords } from '../../src/lib/text.ts';
import { normalizeUrl } from '../../src/lib/url.ts';
import {
  HOSTILE_UNITS,
  MAX_GROWTH,
  measureScanGrowth,
  type TextScan,
  warmUp,
} from '../support/measure-growth.ts';

interface Scanner {
  scan: TextScan;
  ordinary: readonly string[];
  /** The beginning of a text, so that it is not refused at its first character. */
  begins?: string;
  chars: number;
}

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}

/** A broken feed ends with an error, which is a valid result too. */
const drained =
  (read: (text: AsyncIterable<string>) => AsyncIterable<unknown>): TextScan =>
  async (text) => {
    try {
      for await (const _ of read(inPieces(text)));
    } catch {}
  };

/**
 * The local header of an entry a.xml, deflated, with its sizes after the data: its end is found by
 * decompressing it.
 */
const ZIP_ENTRY = Buffer.from(
  `PK\u0003\u0004\u0014\0\u0008\0\u0008\0${'\0'.repeat(16)}\u0005\0\0\0a.xml`,
  'latin1',
);

const HEADER_CHARS = 2_000;
const TEXT_CHARS = 6_000;
const FEED_CHARS = 10_000;

const advert = 'Appartement T3 de 65 m² au 2e étage, balcon, cave. Charges 120 € / mois, DPE D.';
const url = 'https://www.example.com/annonces/123?x=1&y=2#z';
const query = routes.find(({ path }) => path === '/listing-analytics')?.query ?? routes[0]?.query;
assert.ok(query !== undefined);
const parseQuery = queryParser(query);

const scanners: Readonly<Record<string, Scanner>> = {
  'strict JSON': {
    scan: (text) => runAtOnce(strictJsonSteps(Buffer.from(text))),
    ordinary: ['{"a":[1,"b\\n"]}'],
    chars: FEED_CHARS,
  },
  'strict JSON inside a string': {
    scan: (text) => runAtOnce(strictJsonSteps(Buffer.from(text))),
    ordinary: ['{"a":[1,"b\\n"]}'],
    begins: '{"a":"',
    chars: FEED_CHARS,
  },
  'criteria of phrases': {
    scan: (text) => parseCriteria({ property: { content: { in: [text, text] } }, [text]: 1 }),
    ordinary: ['balcon', 'vue sur mer'],
    chars: TEXT_CHARS,
  },
  'an Accept header': {
    scan: negotiate,
    ordinary: ['application/json;q=0.5, */*', 'text/html'],
    chars: HEADER_CHARS,
  },
  'a media type': {
    scan: parseMediaRange,
    ordinary: ['application/json; charset=utf-8'],
    begins: 'a/b;',
    chars: HEADER_CHARS,
  },
  'a quoted parameter': {
    scan: parseMediaRange,
    ordinary: ['a/b; c="d"'],
    begins: 'a/b;c="',
    chars: HEADER_CHARS,
  },
  cookies: {
    scan: (text) => readCookie(text, 'session', true),
    ordinary: ['a=b; __Host-gable_session=c'],
    chars: HEADER_CHARS,
  },
  'a query string': { scan: parseQuery, ordinary: ['page=2', 'a[]=1&a[]=2'], chars: HEADER_CHARS },
  'an API key': { scan: checkKeyFormat, ordinary: ['gbl_live_x'], begins: 'gbl_live_', chars: HEADER_CHARS },
  'keys in a text': {
    scan: redactApiKeys,
    ordinary: ['a gbl_live_abcdefgh b'],
    begins: 'gbl_live_',
    chars: FEED_CHARS,
  },
  'lines of a feed': { scan: drained(readLineBatches), ordinary: ['a\nb\r\nc'], chars: FEED_CHARS },
  'rows of CSV': {
    scan: drained((text) => readCsvRows(text, ';')),
    ordinary: ['a;b\n"c";d\n'],
    begins: 'a;b\n',
    chars: TEXT_CHARS,
  },
  'rows of CSV in a quote': {
    scan: drained((text) => readCsvRows(text, ',')),
    ordinary: ['a,b\n"c",d\n'],
    begins: 'a,"',
    chars: TEXT_CHARS,
  },
  'cells of an import': { scan: (text) => splitCells(text, ','), ordinary: ['a,"b",c'], chars: FEED_CHARS },
  'objects of a JSON feed': {
    scan: drained((text) => scanJsonRecords(text, ['list'])),
    ordinary: ['{"list":[{"a":1}]}'],
    begins: '[',
    chars: FEED_CHARS,
  },
  'a text in a JSON feed': {
    scan: drained((text) => scanJsonRecords(text, ['list'])),
    ordinary: ['[{"a":1}]'],
    begins: '[{"a":"',
    chars: FEED_CHARS,
  },
  'depth of a JSON line': { scan: isTooDeep, ordinary: ['{"a":[1]}'], chars: FEED_CHARS },
  'elements of XML': {
    scan: drained((text) => readXmlRecords(text, { elements: ['a'] })),
    ordinary: ['<r><a>1</a></r>'],
    begins: '<r><a>',
    chars: FEED_CHARS,
  },
  'bytes to text': {
    scan: drained((text) =>
      decodeText(
        (async function* () {
          for await (const piece of text) yield Buffer.from(piece);
        })(),
      ),
    ),
    ordinary: ['a', 'é'],
    chars: FEED_CHARS,
  },
  'entries of a ZIP': {
    scan: (whole) =>
      drained(() => decompressFeed(Readable.from([ZIP_ENTRY, deflateRawSync(whole), ZIP_ENTRY, whole])))(''),
    ordinary: ['<a/>'],
    chars: FEED_CHARS,
  },
  'HTML of a description': { scan: htmlToText, ordinary: ['<p>a<br>b &amp; c</p>'], chars: TEXT_CHARS },
  'a cleaned text': { scan: cleanText, ordinary: [advert], chars: TEXT_CHARS },
  'letters read wrongly': { scan: fixMojibake, ordinary: ['MaisonÃ© â‚¬'], chars: TEXT_CHARS },
  'folded letters': { scan: foldText, ordinary: [advert], chars: FEED_CHARS },
  'words of a text': { scan: (text) => normalizeWords(`${text}!`), ordinary: [advert], chars: FEED_CHARS },
  'facts of a title': { scan: (text) => readTextFacts(text, advert), ordinary: [advert], chars: TEXT_CHARS },
  'facts of a description': {
    scan: (text) => readTextFacts('Maison', text),
    ordinary: [advert],
    chars: TEXT_CHARS,
  },
  'a URL': { scan: normalizeUrl, ordinary: [url], begins: 'https://a.example/', chars: TEXT_CHARS },
  'the name that was meant': {
    scan: (text) => findClosestWord(text, ['rooms', 'bedrooms', 'floor']),
    ordinary: ['room'],
    chars: TEXT_CHARS,
  },
};

for (const [name, { scan, ordinary, begins = '', chars }] of Object.entries(scanners)) {
  test(`four times the text takes a warm reader of ${name} at most ${MAX_GROWTH} times as long`, {
    timeout: 110_000,
  }, async () => {
    await warmUp(scan, ordinary);
    for (const unit of HOSTILE_UNITS) {
      const make = (length: number): string => begins + unit.repeat(Math.ceil(length / unit.length));
      const growth = await measureScanGrowth(scan, make, chars);
      assert.ok(growth < MAX_GROWTH, `${JSON.stringify(unit)} repeated grows ${growth.toFixed(1)} times`);
    }
  });
}
