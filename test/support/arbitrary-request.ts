import fc, { type Arbitrary } from 'fast-check';
import type { Route } from '../../src/api/route.ts';
import { arbitraryOfSchema, hostileJson, hostileText } from './arbitrary-schema.ts';
import type { TestRequest } from './checked-call.ts';

/** A random request, and whether its path still belongs to the route. */
export interface ArbitraryRequest extends TestRequest {
  strayed: boolean;
}

interface KnownIds {
  /** Ids that exist. */
  ids: readonly string[];
  keys: readonly (string | null)[];
}

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((at) => String.fromCharCode(at)),
  maxLength: 60,
});

/** The first most of the time, sometimes the second. */
const mostly = <Value>(usual: Arbitrary<Value>, rare: Arbitrary<Value>, weight = 9): Arbitrary<Value> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: rare });

const accept = mostly(
  fc.constantFrom('application/json', 'application/vnd.api+json', '*/*'),
  fc.oneof(
    fc.constantFrom('text/html', 'application/*;q=0', 'application/json;q=0.1, */*', ';', 'a/b;c="'),
    printable,
  ),
);

const strangeType = fc.oneof(
  fc.constantFrom(null, 'text/plain', 'application/json; charset=utf-8', 'application/json;;', '"'),
  printable,
);

const HEADERS = [
  ...['content-encoding', 'x-forwarded-for', 'x-request-id', 'expect', 'range', 'if-none-match', 'cookie'],
  ...['origin', 'prefer', 'transfer-encoding', 'upgrade', 'x-http-method-override'],
  ...['accept-encoding', 'authorization', 'idempotency-key', 'if-match', 'last-event-id', 'traceparent'],
];
const headers: Arbitrary<Record<string, string>> = mostly(
  fc.constant({}),
  fc.dictionary(fc.constantFrom(...HEADERS), printable, { maxKeys: 3 }),
);

const keyOf = ({ keys }: KnownIds): Arbitrary<string | null> =>
  mostly(fc.constant(keys[0] ?? null), fc.constantFrom(...keys));

/** Mostly of the schema of the route, then mutated: wrong values, names, bytes and positions. */
export function arbitraryRouteRequest(route: Route, known: KnownIds): Arbitrary<ArbitraryRequest> {
  return fc
    .record({
      target: target(route, known.ids),
      key: keyOf(known),
      accept,
      headers,
      content: content(route, known.ids),
    })
    .map(({ target: { path, strayed }, content: sent, ...rest }) => ({
      ...rest,
      ...sent,
      method: route.method,
      path,
      strayed,
    }));
}

/** Unknown paths and methods, and those of pages, which are the same for everybody. */
export function arbitraryStrayRequest(
  pages: readonly string[],
  known: KnownIds,
): Arbitrary<ArbitraryRequest> {
  const path = fc.oneof(
    fc.constantFrom(...pages),
    fc.tuple(fc.constantFrom(...pages), hostileText).map(([page, text]) => `${page}/${encoded(text)}`),
    fc.array(hostileText, { maxLength: 4 }).map((segments) => `/${segments.map(encoded).join('/')}`),
    fc.webPath().map((text) => (text.startsWith('/') ? text : `/${text}`)),
  );
  const method = fc.constantFrom(...(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const));
  return fc.record({
    method,
    path,
    key: keyOf(known),
    accept,
    headers,
    body: hostileText,
    strayed: fc.constant(true),
  });
}

interface Segment {
  text: string;
  strayed: boolean;
}

const strayed = (texts: Arbitrary<string>): Arbitrary<Segment> =>
  texts.map((text) => ({ text, strayed: true }));

function target(route: Route, ids: readonly string[]): Arbitrary<{ path: string; strayed: boolean }> {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)];
  const segment = mostly(
    fc.oneof(fc.constantFrom(...ids), fc.uuid()).map((text) => ({ text, strayed: false })),
    fc.oneof(
      strayed(hostileText.map(encoded)),
      strayed(fc.webSegment()),
      strayed(fc.constantFrom('%', '%zz', '%ff', '%c0%ae')),
    ),
    3,
  );
  return fc.tuple(fc.tuple(...names.map(() => segment)), query(route, ids)).map(([segments, text]) => {
    let at = 0;
    const path = route.path.replace(/\{\w+\}/g, () => segments[at++]?.text ?? '');
    return { path: path + text, strayed: segments.some((one) => one.strayed) };
  });
}

const encoded = (text: unknown): string => encodeURIComponent(String(text).toWellFormed());

const strangePair = fc.oneof(
  fc.tuple(hostileText, hostileText).map(([name, text]) => `${encoded(name)}=${encoded(text)}`),
  fc.webQueryParameters(),
  fc.constantFrom('page', 'page[]=1', '__proto__[x]=1', '%=%', '&&', 'a=b=c', 'x[0][a]=1'),
);

function query(route: Route, ids: readonly string[]): Arbitrary<string> {
  const declared = Object.entries(route.query.properties);
  const shaped = declared.map(([name, schema]) =>
    arbitraryOfSchema(schema, ids).map((value) => `${name}=${encoded(value)}`),
  );
  const bent = declared.map(([name]) => hostileText.map((text) => `${name}=${encoded(text)}`));
  const pair = mostly(fc.oneof(...shaped, fc.constant('')), fc.oneof(...bent, strangePair), 3);
  const pairs = fc.array(pair, { maxLength: 3 }).map((all) => `?${all.join('&')}`);
  const needed = shaped.filter((_, at) => (route.query.required ?? []).includes(declared[at]?.[0] ?? ''));
  const least = needed.length === 0 ? fc.constant('') : fc.tuple(...needed).map((all) => `?${all.join('&')}`);
  return fc.oneof(least, pairs);
}

type Content = Pick<TestRequest, 'body' | 'type'>;

/** Few listings, so that most valid observations repeat a known one and cost little. */
const observed = fc.constantFrom(1, 2, 3).map((id) => ({
  source: 'made-up',
  url: `https://made-up.example/${id}`,
  observedAt: '2026-10-01T00:00:00Z',
  kind: 'seen',
  payload: { propertyType: 'FLAT', transactionType: 'SELL', displayedPrice: 100_000 * id },
}));

/** Lines of observations, valid and invalid, whole and truncated. */
function lines([type]: readonly string[]): Arbitrary<Content> {
  const line = fc.oneof(
    { weight: 6, arbitrary: hostileText.map(String) },
    observed.map((one) => JSON.stringify(one)),
    fc
      .tuple(observed, hostileJson)
      .map(([one, payload]) => JSON.stringify({ ...one, kind: 'expired', payload })),
    hostileJson.map((one) => JSON.stringify(one) ?? ''),
  );
  return fc.array(line, { maxLength: 3 }).map((all) => ({ body: all.join('\n'), type: type ?? '' }));
}

function content(route: Route, ids: readonly string[]): Arbitrary<Content> {
  if (route.upload !== undefined) {
    const { mediaTypes } = route.upload;
    return mostly(lines(mediaTypes), fc.record<Content>({ body: hostileText, type: strangeType }));
  }
  if (route.body === undefined) {
    return mostly(fc.constant<Content>({}), fc.record<Content>({ body: hostileText, type: strangeType }));
  }
  const { schema, resource } = route.body;
  const flat = mostly(arbitraryOfSchema(schema, ids), bent(schema, ids), 1);
  const wrapped = fc
    .record(
      {
        type: mostly(fc.constant(resource.type), hostileJson),
        attributes: flat,
        id: hostileJson,
        more: hostileJson,
      },
      { requiredKeys: ['type', 'attributes'] },
    )
    .map((data) => ({ data }));
  const sent = fc.oneof(
    flat.map((value) => ({ body: JSON.stringify(value), type: 'application/json' })),
    wrapped.map((value) => ({ body: JSON.stringify(value), type: 'application/vnd.api+json' })),
  );
  return fc.oneof(
    { weight: 6, arbitrary: sent },
    { weight: 1, arbitrary: fc.tuple(sent, strangeType).map(([whole, type]) => ({ ...whole, type })) },
    { weight: 1, arbitrary: corruptedBody(sent) },
  );
}

/** Unknown members beside the valid ones, instead of them, or a value that is not an object. */
const bent = (schema: Route['query'], ids: readonly string[]): Arbitrary<unknown> =>
  fc.oneof(
    fc
      .tuple(arbitraryOfSchema(schema, ids), fc.dictionary(hostileText, hostileJson, { maxKeys: 2 }))
      .map(([value, more]) => ({ ...more, ...(value as object) })),
    fc.dictionary(fc.constantFrom(...Object.keys(schema.properties)), hostileJson),
    hostileJson,
  );

/** Truncated, doubled, or arbitrary bytes. */
const corruptedBody = (sent: Arbitrary<{ body: string; type: string }>): Arbitrary<Content> =>
  fc.oneof(
    fc.tuple(sent, fc.nat(200)).map(([whole, at]) => ({ ...whole, body: whole.body.slice(0, at) })),
    sent.map((whole) => ({ ...whole, body: whole.body.replace('{', '{"a":1,"a":1,') })),
    fc
      .tuple(sent, fc.uint8Array({ maxLength: 100 }))
      .map(([{ type }, bytes]) => ({ body: Buffer.from(bytes), type })),
  );
