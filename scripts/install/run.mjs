import { spawn } from 'node:child_process';
import { say } from './refusal.mjs';

const LINE_INTERVAL_SECONDS = 15;
const KILL_AFTER_MS = 2_000;

/**
 * Runs a command while one line shows the elapsed time, and returns its outcome. Ctrl-C and SIGTERM are forwarded; `signal` is
 * then set. A `killable` command is killed when it does not end within 2 s.
 * @param {{ title: string, command: string, args: string[], env?: NodeJS.ProcessEnv, cwd?: string, timeoutMs?: number,
 *   killable?: boolean }} what
 * @returns {Promise<{ ok: boolean, output: string, seconds: number, signal: NodeJS.Signals | undefined }>}
 */
export async function runQuietly({ title, command, args, env, cwd, timeoutMs, killable }) {
  const started = Date.now();
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
  let output = '';
  /** @param {Buffer} bytes */
  const collect = (bytes) => {
    output = (output + bytes).slice(-20_000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  /** @type {NodeJS.Signals | undefined} */
  let signal;
  /** @param {NodeJS.Signals} received */
  const pass = (received) => {
    signal = received;
    child.kill(received);
    if (killable) setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  };
  process.on('SIGINT', pass);
  process.on('SIGTERM', pass);
  const stopTelling = printElapsed(title, started);
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.on('close', resolve);
  });
  stopTelling();
  process.off('SIGINT', pass);
  process.off('SIGTERM', pass);
  return { ok: code === 0, output, seconds: Math.round((Date.now() - started) / 1000), signal };
}

/**
 * @param {string} title
 * @param {number} started
 */
function printElapsed(title, started) {
  const seconds = () => Math.round((Date.now() - started) / 1000);
  if (!process.stderr.isTTY) {
    say(`${title} …`);
    const lines = setInterval(() => say(`${title} … ${seconds()} s`), LINE_INTERVAL_SECONDS * 1000);
    return () => clearInterval(lines);
  }
  const draw = () => process.stderr.write(`\r\x1b[Kgable: ${title} … ${seconds()} s`);
  draw();
  const drawing = setInterval(draw, 1000);
  return () => {
    clearInterval(drawing);
    process.stderr.write('\r\x1b[K');
  };
}
