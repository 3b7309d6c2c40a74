import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CLIENTS, feedHomes, run, startClientService } from '../clients/service.ts';
import { DOCUMENT, missingGenerators, PACKAGE_FILE, PACKAGES } from './installed.ts';

const NAME = 'Search properties';
const require = createRequire(PACKAGE_FILE);

interface PostmanItem {
  name: string;
  item?: PostmanItem[];
  request?: {
    method: string;
    url: { host: string[]; path: string[] };
    header: { key: string; value: string }[];
    body: { raw: string };
  };
}

interface BrunoItem {
  name: string;
  items?: BrunoItem[];
  request?: { method: string; url: string; body: { json: string } };
}

const findNamed = <Item extends { name: string }>(
  items: readonly Item[],
  inside: (item: Item) => Item[] | undefined,
): Item | undefined =>
  items.flatMap((item) => [item, ...list(item, inside)]).find(({ name }) => name === NAME);

const list = <Item>(item: Item, inside: (item: Item) => Item[] | undefined): Item[] =>
  (inside(item) ?? []).flatMap((one) => [one, ...list(one, inside)]);

const skip = missingGenerators();
const service = skip === false ? await startClientService({ after }) : undefined;
if (service !== undefined) await feedHomes(service, 1);

const variables = (text: string): string =>
  text.replaceAll('{{baseUrl}}', service?.url ?? '').replaceAll('{{apiKey}}', service?.key ?? '');

test('a Postman collection of the document sends a search that answers 200', { skip }, async () => {
  const { convertV2 } = require('openapi-to-postmanv2');
  const data = readFileSync(DOCUMENT, 'utf8');
  // "Parameter generation: Example", as the import dialogue offers it.
  const options = { parametersResolution: 'Example' };
  const { output } = await new Promise<{ output: { data: Collection }[] }>((resolve, reject) =>
    convertV2({ type: 'string', data }, options, (error: unknown, result: never) =>
      error ? reject(error) : resolve(result),
    ),
  );
  const [{ data: collection } = { data: undefined }] = output;
  const request = findNamed(collection?.item ?? [], ({ item }) => item)?.request;
  assert.ok(collection !== undefined && request !== undefined);
  const auth = Object.fromEntries(collection.auth.apikey.map(({ key, value }) => [key, variables(value)]));
  const headers = Object.fromEntries(request.header.map(({ key, value }) => [key, value]));
  const response = await fetch(`${variables(request.url.host.join('.'))}/${request.url.path.join('/')}`, {
    method: request.method,
    headers: { ...headers, [auth['key'] ?? '']: auth['value'] ?? '' },
    body: request.body.raw,
  });
  assert.equal(response.status, 200, await response.text());
});

interface Collection {
  item: PostmanItem[];
  auth: { apikey: { key: string; value: string }[] };
}

test('a Bruno collection of the document sends a search that answers 200', { skip }, async () => {
  const { openApiToBruno } = require('@usebruno/converters');
  const collection = await openApiToBruno(JSON.parse(readFileSync(DOCUMENT, 'utf8')));
  const request = findNamed<BrunoItem>(collection.items, ({ items }) => items)?.request;
  const { key, value, placement } = collection.root.request.auth.apikey;
  assert.ok(request !== undefined);
  assert.equal(placement, 'header');
  const response = await fetch(variables(request.url), {
    method: request.method,
    headers: { [key]: variables(value), 'content-type': 'application/json' },
    body: request.body.json,
  });
  assert.equal(response.status, 200, await response.text());
});

test('the Python client and its examples pass a strict type check', { skip }, async () => {
  await run([process.execPath, join(PACKAGES, 'pyright/index.js')], join(CLIENTS, 'python'), {
    HOME: process.env['HOME'],
  });
});
