import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { systemClock } from '../../lib/clock.ts';
import { FLAT_JSON, JSON_API } from '../negotiate.ts';
import { plainResource, type Resource } from '../resource.ts';
import { bodyParser, bodyType, rejectBodyType } from './body.ts';

const note = plainResource(
  'Note',
  '/notes/{id}',
  Type.Object({
    id: Type.String(),
    text: Type.String(),
    stars: Type.Optional(Type.Integer()),
    createdAt: Type.String(),
  }),
);
const parse = bodyParser(
  {
    schema: Type.Object(
      {
        text: Type.String({ minLength: 1 }),
        stars: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
        tags: Type.Optional(
          Type.Array(Type.Object({ name: Type.String() }, { additionalProperties: false })),
        ),
      },
      { additionalProperties: false },
    ),
    resource: note as Resource,
  },
  systemClock,
);

const bytesOf = (body: unknown): Buffer =>
  Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

const outcome = (body: unknown, type: typeof FLAT_JSON | typeof JSON_API = FLAT_JSON) => {
  const parsed = parse(bytesOf(body), type);
  assert.ok(!(parsed instanceof Promise), 'a small body is parsed at once');
  return 'faults' in parsed
    ? parsed.faults.map((f) => `${f.understood ? 422 : 400} ${f.code} ${f.propertyPath}`)
    : parsed.value;
};

test('a body of the right shape is read as it was sent, nothing filled in', () => {
  assert.deepEqual(outcome({ text: 'x', stars: 5 }), { text: 'x', stars: 5 });
  assert.deepEqual(outcome({ text: 'x' }), { text: 'x' });
});

test('members the service computes are ignored, whatever their value', () => {
  assert.deepEqual(outcome({ id: 7, createdAt: null, text: 'x' }), { text: 'x' });
});

test('every fault is reported with its path, malformed and invalid values alike', () => {
  assert.deepEqual(outcome({ text: '', stars: 6, tags: [{ name: 1 }, { name: 'a', more: 1 }], note: 1 }), [
    '400 unknown_member note',
    '422 too_short text',
    '422 out_of_range stars',
    '400 wrong_type tags[0].name',
    '400 unknown_member tags[1].more',
  ]);
});

test('nothing is converted', () => {
  assert.deepEqual(outcome({ text: 1, stars: '5' }), ['400 wrong_type text', '400 wrong_type stars']);
  assert.deepEqual(outcome({ text: 'x', stars: 1.5 }), ['400 wrong_type stars']);
  assert.deepEqual(outcome({ text: null }), ['400 wrong_type text']);
});

test('in a JSON:API document faults are named where they stand', () => {
  const document = { data: { type: 'Note', id: 'x', attributes: { text: '', createdAt: 'x' } } };
  assert.deepEqual(outcome(document, JSON_API), ['422 too_short data.attributes.text']);
});

const headers = (type?: string, more = {}) => ({
  ...(type === undefined ? {} : { 'content-type': type }),
  'content-length': '2',
  ...more,
});

test('the type of a body is known by its header alone', () => {
  assert.equal(bodyType(headers('application/json')), FLAT_JSON);
  assert.equal(bodyType(headers(' Application/JSON ; charset="UTF8"')), FLAT_JSON);
  assert.equal(bodyType(headers('application/vnd.api+json;profile="a b"')), JSON_API);
  for (const type of [
    undefined,
    '',
    'json',
    'application/json; charset=latin1',
    'application/vnd.api+json; x=1',
  ]) {
    assert.equal(bodyType(headers(type)), undefined, String(type));
  }
});

test('no body at all is a request without meaning, a body without a type one we cannot read', () => {
  assert.equal(rejectBodyType({})?.problem, 'bad-request');
  assert.equal(rejectBodyType({ 'content-length': '0' })?.problem, 'bad-request');
  assert.equal(rejectBodyType(headers())?.problem, 'unsupported-media-type');
  assert.equal(rejectBodyType({ 'transfer-encoding': 'chunked' })?.problem, 'unsupported-media-type');
  assert.equal(
    rejectBodyType(headers('application/json', { 'content-encoding': 'gzip' }))?.problem,
    'unsupported-media-type',
  );
  assert.equal(rejectBodyType(headers('application/json', { 'content-encoding': 'identity' })), undefined);
});

test('a large body is parsed in turns: others have the event loop between its steps', async () => {
  const tags = Array.from({ length: 5_000 }, (_, at) => ({ name: `tag ${at}` }));
  const parsing = parse(bytesOf({ text: 'x', tags }), FLAT_JSON);
  assert.ok(parsing instanceof Promise);
  const turns: string[] = [];
  setImmediate(() => turns.push('another'));
  const parsed = await parsing.then((result) => {
    turns.push('parsed');
    return result;
  });
  assert.deepEqual(turns, ['another', 'parsed']);
  assert.deepEqual(parsed, { value: { text: 'x', tags } });
  const faulty = await parse(bytesOf({ text: '', tags }), FLAT_JSON);
  assert.deepEqual('faults' in faulty && faulty.faults.map(({ code }) => code), ['too_short']);
});
