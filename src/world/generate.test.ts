import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World, type WorldOptions } from './generate.ts';

const lines = (options: WorldOptions): { observations: string[]; truth: string[] } => {
  const world = new World(options);
  const observations = [...world.days()].flatMap((day) => day.observations.map((one) => JSON.stringify(one)));
  return { observations, truth: [...world.truth()].map((one) => JSON.stringify(one)) };
};
const small = { seed: 'a', properties: 120, days: 40 };

test('the same seed gives the same bytes, another seed others', () => {
  assert.deepEqual(lines(small), lines(small));
  assert.notDeepEqual(
    lines(small).observations.slice(0, 20),
    lines({ ...small, seed: 'b' }).observations.slice(0, 20),
  );
});

test('a world has the requested number of properties, and each listing one truth', () => {
  const { observations, truth } = lines({ ...small, days: 120 });
  const facts = truth.map((line) => JSON.parse(line));
  const observed = new Set(
    observations
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind === 'seen')
      .map(({ url }) => url),
  );
  assert.equal(new Set(facts.map(({ propertyId }) => propertyId)).size, 120);
  assert.deepEqual(new Set(facts.map(({ url }) => url)), observed);
});

test('observations are in order of time, and only a listing that was observed expires', () => {
  const all = lines(small).observations.map((line) => JSON.parse(line));
  const times = all.map(({ observedAt }) => observedAt);
  assert.deepEqual(times, times.toSorted());
  const observed = new Set<string>();
  for (const { url, kind } of all) {
    if (kind === 'seen') observed.add(url);
    else assert.ok(observed.has(url), url);
  }
});

test('a world contains misprints, look-alikes, reposts, late photos and wrong locations', () => {
  const world = new World({ seed: 'hard', properties: 600, days: 60 });
  const observed = [...world.days()]
    .flatMap(({ observations }) => observations)
    .filter(({ kind }) => kind === 'seen');
  const truth = [...world.truth()];
  assert.ok(truth.some(({ priceCoherent }) => !priceCoherent));
  assert.ok(truth.filter(({ lookAlike }) => lookAlike).length > truth.length / 10);
  const cities = Map.groupBy(observed, ({ url }) => truth.find((facts) => facts.url === url)?.propertyId);
  const locations = [...cities.values()].map(
    (observations) => new Set(observations.map(({ payload }) => payload?.location?.postalCode)),
  );
  assert.ok(locations.some((postalCodes) => postalCodes.size > 1));
  const photos = Map.groupBy(observed, ({ url }) => url).values();
  assert.ok(
    [...photos].some(
      (observations) =>
        observations[0]?.payload?.pictures?.length === 0 &&
        (observations.at(-1)?.payload?.pictures?.length ?? 0) > 0,
    ),
  );
});

test('observations without news repeat the payload unchanged', () => {
  const visited = lines({ ...small, revisitDays: 3 }).observations.map((line) => JSON.parse(line));
  const byUrl = Map.groupBy(visited, ({ url }) => url);
  const repeated = [...byUrl.values()].flatMap((observations) =>
    observations
      .slice(1)
      .filter(
        (observation, at) =>
          JSON.stringify(observation.payload) === JSON.stringify(observations[at]?.payload),
      ),
  );
  assert.ok(repeated.length > visited.length / 4);
});
