import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing } from '../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import type { StatedPublisher } from './identity.ts';
import { collectIdentities, derivePropertyPublisherId } from './identity.ts';
import { buildPublisherEntries, findPublisher, recognizeAdvertisers } from './publishers.ts';

const { db } = await freshDatabase({ after });

/** Recognises advertisers one statement after another and returns their ids. */
async function recognised(...statements: StatedPublisher[]): Promise<string[]> {
  const ids: string[] = [];
  for (const publisher of statements) {
    const listing = madeListing({}, { publisher });
    ids.push((await recognizeAdvertisers(db, [listing], day(1))).get(listing.id) ?? '');
  }
  return ids;
}

const count = (ids: string[]): number => new Set(ids).size;

test('one card number is one advertiser, however it is written', async () => {
  const ids = await recognised(
    { professionalCardNumber: 'CPI 7501 2018 000 012 345', agencyName: 'République' },
    { professionalCardNumber: '75012018000012345', agencyName: 'Agence République' },
  );
  assert.equal(count(ids), 1);
});

test('an agency is known by its name and telephone once both were seen with its card', async () => {
  const [phone, site] = [
    { contact: { phone: '+33 1 00 00 00 21' } },
    { website: 'https://www.un.example/a' },
  ];
  const ids = await recognised(
    { agencyName: 'Un', ...phone },
    { agencyName: 'UN.', ...site, professionalCardNumber: 'CPI 1', contact: { phone: '01 00 00 00 21' } },
    { agencyName: 'Un', website: 'http://un.example' },
  );
  assert.equal(count(ids), 1);
  assert.deepEqual(await findPublisher(db, ids[0] ?? ''), {
    id: ids[0],
    agencyName: 'Un',
    professionalCardNumber: 'CPI 1',
    website: 'https://www.un.example/a',
  });
});

test('agencies of one network share a name and a website, and are distinguished by their cards', async () => {
  const network = { agencyName: 'Réseau', website: 'https://reseau.example' };
  const ids = await recognised(
    { ...network, professionalCardNumber: 'CPI 31' },
    { ...network, professionalCardNumber: 'CPI 32' },
    { ...network, professionalCardNumber: 'CPI 31' },
  );
  assert.equal(count(ids), 2);
  assert.equal(ids[0], ids[2]);
});

test('the same name with another telephone is another agency', async () => {
  const named = (phone: string) => ({ agencyName: 'Cabinet Blanc', contact: { phone } });
  assert.equal(count(await recognised(named('+33100000041'), named('+33100000042'))), 2);
});

test('a private person is identified by telephone or email, never by name', async () => {
  const one = { publisherType: 'PRIVATE_INDIVIDUAL' as const, agencyName: 'Particulier' };
  const ids = await recognised(
    one,
    one,
    { ...one, contact: { phone: '0600000001' } },
    { ...one, contact: { phone: '+33600000001', email: 'a@a.example' } },
    { ...one, contact: { email: 'A@a.example' } },
  );
  assert.equal(count(ids), 3);
  assert.equal(ids[2], ids[4]);
  assert.deepEqual(collectIdentities(one), []);
});

test('the id of a publisher is the same on every installation', async (t) => {
  const stated = { professionalCardNumber: 'CPI 51' };
  const other = await freshDatabase(t);
  const listing = madeListing({}, { publisher: stated });
  const [here] = await recognised(stated);
  assert.equal((await recognizeAdvertisers(other.db, [listing], day(1))).get(listing.id), here);
});

test('advertisers first seen by many transactions at once are recorded once', async () => {
  const stated = { agencyName: 'Foule', contact: { phone: '+33100000061' } };
  const ids = await Promise.all(Array.from({ length: 8 }, async () => (await recognised(stated))[0] ?? ''));
  assert.equal(count(ids), 1);
});

test('an entry has the mandate and reference most listings give, and the contact of the most recent that has one', () => {
  const member = (publisher: StatedPublisher, on: number) => ({
    publisherId: 'p',
    state: madeListing({}, { publisher, updatedAt: day(on), createdAt: day(on) }),
  });
  const entries = buildPublisherEntries([
    member({ mandate: 'EXCLUSIVE', reference: 'A', contact: { phone: '1', email: 'old@a.example' } }, 1),
    member({ mandate: 'EXCLUSIVE', reference: 'B', contact: { phone: '2' } }, 2),
    member({ mandate: 'NON_EXCLUSIVE', contact: {} }, 3),
  ]);
  assert.deepEqual(entries, [{ id: 'p', mandate: 'EXCLUSIVE', reference: 'B', contact: { phone: '2' } }]);
});

test('the id of the pair differs by property and by publisher, and is always the same', () => {
  const pairs = [
    derivePropertyPublisherId('a', 'x'),
    derivePropertyPublisherId('a', 'y'),
    derivePropertyPublisherId('b', 'x'),
  ];
  assert.equal(count(pairs), 3);
  assert.equal(derivePropertyPublisherId('a', 'x'), pairs[0]);
});
