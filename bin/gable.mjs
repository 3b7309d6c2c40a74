#!/usr/bin/env node
// The command line from any folder and on any Node: an older one hands over to the Node that npm installed with the packages.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isOlder, nodeFault, oldestNode, pinnedNode } from '../scripts/install/node-version.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = new URL('../src/processes/main.ts', import.meta.url);

if (!existsSync(fileURLToPath(new URL('../node_modules', import.meta.url)))) {
  refuse(`the packages are not installed; run \`npm ci\` in ${root}`);
} else if (!isOlder(process.versions.node, oldestNode(root))) {
  await import(main.href);
} else {
  const fault = nodeFault(root);
  const pinned = pinnedNode(root);
  if (fault || !pinned) refuse(fault ?? 'the pinned Node is missing; run `npm ci`');
  else handOver(pinned.path);
}

/** @param {string} reason */
function refuse(reason) {
  process.stderr.write(`gable: ${reason}\n`);
  process.exitCode = 1;
}

/**
 * The child owns the terminal and its outcome is ours: same exit code, same signal.
 * @param {string} node
 */
function handOver(node) {
  const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'])) {
    process.on(signal, () => {
      if (!cameFromTerminal(signal)) child.kill(signal);
    });
  }
  child.on('error', (error) => refuse(error.message));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * A terminal sends Ctrl-C and Ctrl-\ to the whole group, the child included: passed on, it would count twice, and a second
 * Ctrl-C means "now".
 * @param {NodeJS.Signals} signal
 */
function cameFromTerminal(signal) {
  return (signal === 'SIGINT' || signal === 'SIGQUIT') && Boolean(process.stdin.isTTY);
}
