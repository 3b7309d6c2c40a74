import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { type Door, passDoors } from './door.ts';

/** Which doors were passed, and how it ended. */
function walk(doors: Record<string, Door>): Promise<{ passed: string[]; ended: unknown }> {
  const passed: string[] = [];
  const watched = Object.entries(doors).map(
    ([name, door]): Door =>
      (request, reply) => {
        passed.push(name);
        return door(request, reply);
      },
  );
  const hook = passDoors(watched) as (
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: Error) => void,
  ) => void;
  return new Promise((resolve) => {
    hook({} as FastifyRequest, {} as FastifyReply, (ended) => resolve({ passed, ended }));
  });
}

const open: Door = () => undefined;
const slow: Door = async () => undefined;
const problem = new Problem('not-found', 'x');

test('doors are passed in order, those that wait and those that need not', async () => {
  assert.deepEqual(await walk({ one: open, two: slow, three: open, four: slow }), {
    passed: ['one', 'two', 'three', 'four'],
    ended: undefined,
  });
});

test('the first refusal ends the walk', async () => {
  assert.deepEqual(await walk({ one: open, two: () => problem, three: open }), {
    passed: ['one', 'two'],
    ended: problem,
  });
  assert.deepEqual(await walk({ one: async () => problem, two: open }), { passed: ['one'], ended: problem });
});

test('a door that fails ends the walk with its error', async () => {
  const error = new Error('broken');
  assert.deepEqual(await walk({ one: slow, two: () => Promise.reject(error), three: open }), {
    passed: ['one', 'two'],
    ended: error,
  });
  const throwing: Door = () => {
    throw error;
  };
  for (const first of [open, slow]) {
    assert.deepEqual(await walk({ first, throwing, last: open }), {
      passed: ['first', 'throwing'],
      ended: error,
    });
  }
});

test('doors that need not wait are passed at once', () => {
  let done = false;
  const hook = passDoors([open, open]) as (request: object, reply: object, done: () => void) => void;
  hook({}, {}, () => {
    done = true;
  });
  assert.equal(done, true);
});
