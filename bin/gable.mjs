#!/usr/bin/env node
// The command line, from any directory and on any Node: an older one starts the Node that npm installed with the packages.
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
  else runWithPinnedNode(pinned.path);
}

/** @param {string} reason */
function refuse(reason) {
  process.stderr.write(`gable: ${reason}\n`);
  process.exitCode = 1;
}

/**
 * The child uses the terminal; its exit code or signal becomes ours.
 * @param {string} node
 */
function runWithPinnedNode(node) {
  const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'])) {
    process.on(signal, () => {
      if (!isFromTerminal(signal)) child.kill(signal);
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
 * A terminal sends Ctrl-C and Ctrl-\ to the whole process group. Forwarding them too would be a second Ctrl-C, which forces
 * the stop.
 * @param {NodeJS.Signals} signal
 */
function isFromTerminal(signal) {
  return (signal === 'SIGINT' || signal === 'SIGQUIT') && Boolean(process.stdin.isTTY);
}
