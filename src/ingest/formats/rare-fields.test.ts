import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeed } from '../feed.ts';
import type { FormatName } from '../format-names.ts';

async function readPayloads(format: FormatName, text: string) {
  const bytes = (async function* () {
    yield Buffer.from(text);
  })();
  const readings = await Array.fromAsync(
    readFeed(bytes, { format, source: 'sample', observedAt: new Date('2026-03-01T08:00:00Z') }),
  );
  return readings.map((reading) => ('reason' in reading ? reading.reason : reading.observation.payload));
}

test('the rent of a seasonal let of Ubiflow is in the price of sales', async () => {
  const [let1] = await readPayloads(
    'ubiflow',
    '<client><annonce id="1"><bien><code_type>1100</code_type></bien><prestation><type>S</type><prix>700</prix></prestation></annonce></client>',
  );
  assert.ok(typeof let1 === 'object' && let1 !== null);
  assert.deepEqual(let1.rent, { amount: 700, currency: 'EUR', frequency: 'WEEKLY' });
});

test('a sold-out lease of schema.org is rented', async () => {
  const [lease] = await readPayloads(
    'schema-org',
    '{"@context":"https://schema.org","@type":"Apartment","@id":"https://a.example/1","offers":{"@type":"OfferForLease","price":850,"availability":"https://schema.org/SoldOut"}}',
  );
  assert.ok(typeof lease === 'object' && lease !== null);
  assert.equal(lease.transactionStatus, 'RENTED');
});

test('deleted and reference records of OpenImmo are expired', async () => {
  const home = (action: string) =>
    `<immobilie><objektkategorie><vermarktungsart KAUF="1"/></objektkategorie><verwaltung_techn><objektnr_extern>${action}</objektnr_extern><aktion aktionart="${action}"/></verwaltung_techn></immobilie>`;
  const [changed, deleted, reference] = await readPayloads(
    'openimmo',
    `<openimmo><anbieter>${['CHANGE', 'DELETE', 'REFERENZ'].map(home).join('')}</anbieter></openimmo>`,
  );
  assert.ok(changed);
  assert.deepEqual([deleted, reference], [null, null]);
});

test('quarterly dues of RESO are converted to yearly ones', async () => {
  const [home] = await readPayloads(
    'reso',
    '{"value":[{"ListingKey":"1","AssociationFee":100,"AssociationFeeFrequency":"Quarterly"}]}',
  );
  assert.ok(typeof home === 'object' && home !== null);
  assert.deepEqual(home.condominiumFees, { total: 400, currency: 'USD', frequency: 'YEARLY' });
});

test("a life annuity of Bien'ici is a sale", async () => {
  const [home] = await readPayloads('bienici', '{"realEstateAds":[{"id":"1","adType":"lifeAnnuitySale"}]}');
  assert.ok(typeof home === 'object' && home !== null);
  assert.deepEqual([home.transactionType, home.saleType], ['SELL', 'LIFE_ANNUITY']);
});

test('a holiday let of Poliris has a rent without a frequency', async () => {
  const row = (offer: string) =>
    ['A', '1', offer, 'appartement', ...Array(6).fill(''), '700', ...Array(14).fill('')]
      .map((cell) => `"${cell}"`)
      .join('!#');
  const rents = (await readPayloads('poliris', `${row('location')}\n${row('location vacances')}\n`)).map(
    (payload) => typeof payload === 'object' && payload?.rent,
  );
  assert.deepEqual(rents, [
    { amount: 700, currency: 'EUR', frequency: 'MONTHLY' },
    { amount: 700, currency: 'EUR' },
  ]);
});

test('an incomplete last row means that the file is truncated', async () => {
  const row = (...cells: string[]) =>
    [...cells, ...Array(25 - cells.length).fill('')].map((cell) => `"${cell}"`).join('!#');
  const file = `${row('A', '1', 'vente')}\n${row('A', '2', 'vente')}\n${row('A', '3', 'vente')}`;
  assert.equal(
    (await readPayloads('poliris', file)).filter((payload) => typeof payload === 'object').length,
    3,
  );
  for (const missing of [3, 4, 40])
    assert.equal(
      (await readPayloads('poliris', file.slice(0, -missing))).at(-1),
      'the file ends in the middle of a row',
      String(missing),
    );
});

test('an undefined BLM code is counted as an unknown value', async () => {
  const blm = (status: string, frequency: string) =>
    `#HEADER#\nEOF : '^'\nEOR : '~'\n#DEFINITION#\nAGENT_REF^PRICE^STATUS_ID^TRANS_TYPE_ID^LET_RENT_FREQUENCY~\n#DATA#\n1^900^${status}^2^${frequency}~\n#END#`;
  const ignoredFields = async (text: string) => {
    const bytes = (async function* () {
      yield Buffer.from(text);
    })();
    const [reading] = await Array.fromAsync(
      readFeed(bytes, { format: 'blm', source: 'sample', observedAt: new Date('2026-03-01T08:00:00Z') }),
    );
    return reading && 'ignoredFields' in reading
      ? reading.ignoredFields.map(({ member, value }) => [member, value])
      : reading;
  };
  assert.deepEqual(await ignoredFields(blm('0', '1')), []);
  assert.deepEqual(await ignoredFields(blm('9', '7')), [
    ['transactionStatus', 'STATUS_ID 9'],
    ['rent.frequency', 'LET_RENT_FREQUENCY 7'],
  ]);
});
