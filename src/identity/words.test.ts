import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFeature } from '../../test/support/made-feature.ts';
import { compare } from './compare.ts';
import { compareWords, hashRareWords } from './words.ts';

const level = (one: string, other: string) =>
  compareWords(hashRareWords([one], ''), hashRareWords([other], ''));

test('two texts that share rare words are alike though no three words follow each other in both', () => {
  const one = 'Bel appartement avec mezzanine, tomettes et poêle, rue des Tanneurs.';
  const other = 'Rue des Tanneurs : au sol des tomettes, un poêle. La mezzanine fait bureau.';
  assert.equal(level(one, other), 'many');
  assert.equal(level(one, 'Grand séjour, loggia, buanderie et cellier.'), 'none');
  assert.equal(level(one, 'Séjour avec mezzanine, loggia, buanderie et cellier.'), 'few');
});

test('words of every advert, of the seller and of the town are not rare', () => {
  assert.deepEqual(
    hashRareWords(['Très bel appartement lumineux, proche des commerces et des écoles.'], ''),
    [],
  );
  assert.deepEqual(hashRareWords(['Notre équipe saura vous conseiller avec bienveillance.'], ''), []);
  assert.deepEqual(hashRareWords(['Appartement à Villeneuve-Loubet.'], 'Villeneuve-Loubet'), []);
  assert.equal(level('Appartement avec moulures', 'Appartement, une moulure'), 'some');
});

test('a text in a language whose common words are not known says nothing', () => {
  const text = 'A bright flat with the charm of old beams and a view of the river';
  assert.deepEqual(hashRareWords([text], ''), []);
});

test('rare words are compared between different advertisers only', () => {
  const words = hashRareWords(['Mezzanine, tomettes, poêle.'], '');
  const of = (agency: string, id: string) => madeFeature(id, { agency, words });
  assert.equal(compare(of('mercier', 'a'), of('blanc', 'b')).words, 'many');
  assert.equal(compare(of('mercier', 'a'), of('mercier', 'b')).words, undefined);
});
