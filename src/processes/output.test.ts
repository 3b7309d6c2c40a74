import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { confirm } from './output.ts';

const openTerminal = (typed: string | undefined, isTTY = true) => {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  if (typed === undefined) input.end();
  else input.write(typed);
  return { input, output };
};

test('a person at a terminal confirms with y; anything else cancels', async () => {
  await confirm({ options: {} }, 'Remove it?', openTerminal('y\n'));
  await confirm({ options: {} }, 'Remove it?', openTerminal('YES\n'));
  for (const typed of ['n\n', '\n', undefined]) {
    await assert.rejects(confirm({ options: {} }, 'Remove it?', openTerminal(typed)), /cancelled/);
  }
});

test('neither --yes nor a script is asked', async () => {
  for (const [options, isTTY] of [
    [{ yes: true }, true],
    [{}, false],
  ] as const) {
    const terminal = openTerminal('n\n', isTTY);
    await confirm({ options }, 'Remove it?', terminal);
    assert.equal(terminal.output.read(), null);
  }
});
