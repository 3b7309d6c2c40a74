#!/usr/bin/env node
// The command line, from any directory and on any Node: an older one starts the Node that npm installed with the packages.
// It runs the built service, or the sources when they have changed since.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isOlder, nodeFault, oldestNode, pinnedNode } from '../scripts/install/node-version.mjs';
import { currentServiceBuild } from '../scripts/install/service-build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

if (!existsSync(join(root, 'node_modules'))) {
  refuse(`the packages are not installed; run \`npm ci\` in ${root}`);
} else if (!isOlder(process.versions.node, oldestNode(root))) {
  await import(pathToFileURL(mainFile()).href);
} else {
  const fault = nodeFault(root);
  const pinned = pinnedNode(root);
  if (fault || !pinned) refuse(fault ?? 'the pinned Node is missing; run `npm ci`');
  else runWithPinnedNode(pinned.path);
}

function mainFile() {
  return currentServiceBuild(root) ?? join(root, 'src', 'processes', 'main.ts');
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
  const child = spawn(node, [mainFile(), ...process.argv.slice(2)], { stdio: 'inherit' });
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
