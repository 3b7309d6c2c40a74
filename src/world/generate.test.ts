import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World, type WorldOptions } from './generate.ts';

const lines = (options: WorldOptions): { observations: string[]; truth: string[] } => {
  const world = new World(options);
  const observations = [...world.days()].flatMap((day) => day.observations.map((one) => JSON.stringify(one)));
  return { observations, truth: [...world.truth()].map((one) => JSON.stringify(one)) };
};
const small = { seed: 'a', properties: 120, days: 40 };

test('the same seed makes the same bytes, another seed others', () => {
  assert.deepEqual(lines(small), lines(small));
  assert.notDeepEqual(
    lines(small).observations.slice(0, 20),
    lines({ ...small, seed: 'b' }).observations.slice(0, 20),
  );
});

test('a world has as many properties as asked, each listing with one truth', () => {
  const { observations, truth } = lines({ ...small, days: 120 });
  const told = truth.map((line) => JSON.parse(line));
  const seen = new Set(
    observations
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind === 'seen')
      .map(({ url }) => url),
  );
  assert.equal(new Set(told.map(({ propertyId }) => propertyId)).size, 120);
  assert.deepEqual(new Set(told.map(({ url }) => url)), seen);
});

test('observations come in the order of time, and only a listing that was seen expires', () => {
  const all = lines(small).observations.map((line) => JSON.parse(line));
  const times = all.map(({ observedAt }) => observedAt);
  assert.deepEqual(times, times.toSorted());
  const seen = new Set<string>();
  for (const { url, kind } of all) {
    if (kind === 'seen') seen.add(url);
    else assert.ok(seen.has(url), url);
  }
});

test('a world is hard: misprints, look-alikes, re-posts, late photos and places stated wrongly all occur', () => {
  const world = new World({ seed: 'hard', properties: 600, days: 60 });
  const seen = [...world.days()]
    .flatMap(({ observations }) => observations)
    .filter(({ kind }) => kind === 'seen');
  const truth = [...world.truth()];
  assert.ok(truth.some(({ priceCoherent }) => !priceCoherent));
  assert.ok(truth.filter(({ lookAlike }) => lookAlike).length > truth.length / 10);
  const cities = Map.groupBy(seen, ({ url }) => truth.find((told) => told.url === url)?.propertyId);
  const places = [...cities.values()].map(
    (visits) => new Set(visits.map(({ payload }) => payload?.location?.postalCode)),
  );
  assert.ok(places.some((postalCodes) => postalCodes.size > 1));
  const photos = Map.groupBy(seen, ({ url }) => url).values();
  assert.ok(
    [...photos].some(
      (visits) =>
        visits[0]?.payload?.pictures?.length === 0 && (visits.at(-1)?.payload?.pictures?.length ?? 0) > 0,
    ),
  );
});

test('visits that find nothing new repeat the payload to the letter', () => {
  const visited = lines({ ...small, revisitDays: 3 }).observations.map((line) => JSON.parse(line));
  const byUrl = Map.groupBy(visited, ({ url }) => url);
  const repeated = [...byUrl.values()].flatMap((visits) =>
    visits
      .slice(1)
      .filter((visit, at) => JSON.stringify(visit.payload) === JSON.stringify(visits[at]?.payload)),
  );
  assert.ok(repeated.length > visited.length / 4);
});
