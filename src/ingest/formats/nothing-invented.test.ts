import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FeedReading, readFeed } from '../feed.ts';
import type { FormatName } from '../format-names.ts';

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text);
}

async function read(format: FormatName, text: string): Promise<FeedReading> {
  const feed = { format, source: 'agent', observedAt: new Date('2026-10-01T00:00:00Z') };
  const [only, ...more] = await Array.fromAsync(readFeed(bytesOf(text), feed));
  assert.ok(only !== undefined && more.length === 0);
  return only;
}

async function payloadOf(format: FormatName, text: string) {
  const reading = await read(format, text);
  assert.ok('observation' in reading, JSON.stringify(reading));
  return reading.observation.payload;
}

const openimmo = (marketing: string, prices: string, id = '<objektnr_extern>7</objektnr_extern>') =>
  `<openimmo><anbieter><immobilie><objektkategorie>${marketing}<objektart><wohnung/></objektart></objektkategorie>
   <geo><ort>Graz</ort></geo><preise>${prices}</preise><verwaltung_techn>${id}</verwaltung_techn></immobilie></anbieter></openimmo>`;

const kyero = (version: string, inside: string) =>
  `<root><kyero><feed_version>${version}</feed_version></kyero><property><id>9</id><price>250000</price>${inside}
   <town>Nerja</town><province>Málaga</province></property></root>`;

test('the transaction of an OpenImmo record without a marketing type is inferred from its price', async () => {
  assert.equal((await payloadOf('openimmo', openimmo('', '')))?.transactionType, undefined);
  const sale = await payloadOf('openimmo', openimmo('', '<kaufpreis>250000</kaufpreis>'));
  assert.deepEqual([sale?.transactionType, sale?.displayedPrice, sale?.rent], ['SELL', 250_000, undefined]);
  const rental = await payloadOf('openimmo', openimmo('', '<kaltmiete>800</kaltmiete>'));
  assert.deepEqual([rental?.transactionType, rental?.displayedPrice], ['RENT', 800]);
  const both = openimmo('', '<kaufpreis>250000</kaufpreis><kaltmiete>800</kaltmiete>');
  assert.equal((await payloadOf('openimmo', both))?.transactionType, undefined, 'two prices are ambiguous');
});

test('the rent sums of OpenImmo include the charges', async () => {
  const toLet = '<vermarktungsart KAUF="false" MIETE_PACHT="true"/>';
  const rentOf = async (prices: string) => (await payloadOf('openimmo', openimmo(toLet, prices)))?.rent;
  const monthly = { currency: 'EUR', frequency: 'MONTHLY' };
  assert.deepEqual(await rentOf('<hauptmietzinsnetto hauptmietzinsust="56">560</hauptmietzinsnetto>'), {
    amount: 560,
    ...monthly,
    includesCharges: false,
  });
  for (const sum of ['warmmiete', 'gesamtmietebrutto', 'gesamtmietenetto', 'summemietenetto'])
    assert.deepEqual(
      await rentOf(`<${sum}>910.50</${sum}>`),
      { amount: 910.5, ...monthly, includesCharges: true },
      sum,
    );
  const cold = await rentOf('<summemietenetto>910</summemietenetto><kaltmiete>700</kaltmiete>');
  assert.equal(cold?.amount, 700, 'the advertised rent is the one without charges');
});

test('an OpenImmo record has a stable URL by its id, or a fault that names the missing element', async () => {
  const first = await read('openimmo', openimmo('', ''));
  assert.ok('observation' in first);
  assert.equal(first.observation.url, 'https://agent.invalid/7');
  const nameless = await read('openimmo', openimmo('', '', ''));
  assert.deepEqual(
    'reason' in nameless && nameless.reason,
    'the record has no id to make a URL of: add verwaltung_techn/objektnr_extern',
  );
});

test('the price frequency of Kyero determines the transaction, and a new build is a sale', async () => {
  const offer = async (version: string, inside: string) => {
    const payload = await payloadOf('kyero', kyero(version, inside));
    return [payload?.transactionType, payload?.constructionStatus, payload?.rent?.frequency];
  };
  const type = '<type>villa</type>';
  assert.deepEqual(await offer('3', `<price_freq>sale</price_freq>${type}`), ['SELL', undefined, undefined]);
  assert.deepEqual(await offer('3', `<price_freq>month</price_freq>${type}`), ['RENT', undefined, 'MONTHLY']);
  assert.deepEqual(await offer('2.1', `<price_freq>new_build</price_freq>${type}`), [
    'SELL',
    'NEW',
    undefined,
  ]);
  assert.deepEqual(await offer('3', `<new_build>1</new_build>${type}`), [undefined, 'NEW', undefined]);
  assert.deepEqual(await offer('3', `<price_freq>auction</price_freq>${type}`), [
    undefined,
    undefined,
    undefined,
  ]);
});

test('Kyero 2.1 has a type in several languages and a single URL', async () => {
  const text = kyero(
    '2.1',
    `<price_freq>sale</price_freq><type><en>Apartment</en><es>Apartamento</es></type>
     <url>http://agent.example/9</url><desc><es>Piso céntrico</es></desc>`,
  );
  const reading = await read('kyero', text);
  assert.ok('observation' in reading);
  assert.equal(reading.observation.url, 'http://agent.example/9');
  assert.deepEqual(
    [reading.observation.payload?.propertyType, reading.observation.payload?.description],
    ['FLAT', 'Piso céntrico'],
  );
});
