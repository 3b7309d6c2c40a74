import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { EXAMPLE_CRITERIA } from '../src/criteria/example.ts';
import { type BodyTarget, bodyTargets, buildBody } from '../test/support/body-targets.ts';
import { anyValue, criteria, type HostileBody } from '../test/support/hostile-bodies.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { parseOptions } from './support/options.ts';

export const title = 'Hostile bodies: the longest event-loop stall of a warm server, by kind and size';

const KIB = 1024;
const SIZES = [128 * KIB, 256 * KIB, 512 * KIB, 1024 * KIB - 2 * KIB];
const WARM_UP_BODIES = 1_000;
/** The shortest of so many stalls counts: other processes use the machine too. */
const TRIES = 3;
/** On a quiet machine. */
const GOAL_MS = 30;

interface Server {
  process: ChildProcess;
  port: number;
  key: string;
}

interface StallResult {
  kind: string;
  to: BodyTarget;
  stalls: number[];
}

/** `--kind` and `--route`: a part of their names. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const options = parseOptions(args, { kind: '', route: '' });
  const server = await startServer();
  scope.after(async () => {
    server.process.send('end');
    await once(server.process, 'exit');
  });
  await warmUp(server);
  const kinds = [
    ...Object.entries(anyValue).map(([kind, make]) => ({ kind, make, ofTree: false })),
    ...Object.entries(criteria).map(([kind, make]) => ({ kind, make, ofTree: true })),
  ].filter(({ kind }) => kind.includes(options.kind));
  const worst: StallResult[] = [];
  for (const { kind, make, ofTree } of kinds) {
    const figures: StallResult[] = [];
    for (const to of bodyTargets)
      if (to.name.includes(options.route) && (!ofTree || to.members.includes('criteria')))
        figures.push({ kind, to, stalls: await measureStalls(server, to, buildBody(to, make, ofTree)) });
    figures.sort((one, other) => longest(other) - longest(one));
    if (figures[0] === undefined) continue;
    worst.push(figures[0]);
    print(figures[0]);
  }
  const above = worst.filter((figure) => longest(figure) > GOAL_MS);
  console.log(
    `longest stall of a body of at most 1 MiB: ${Math.max(...worst.map(longest)).toFixed(1)} ms (goal ${GOAL_MS} ms)`,
  );
  console.log(`kinds above the goal: ${above.map(({ kind }) => kind).join(', ') || 'none'}`);
}

/** Of all sizes: a larger body may be refused sooner. */
const longest = ({ stalls }: StallResult): number => Math.max(...stalls);

function print({ kind, to, stalls }: StallResult): void {
  const growth = Math.log((stalls.at(-1) ?? 1) / (stalls.at(-3) ?? 1)) / Math.log(4);
  const shown = stalls.map((ms) => ms.toFixed(1).padStart(8)).join('');
  console.log(`${kind.padEnd(42)}${shown} ms  exponent ${growth.toFixed(2).padStart(5)}  ${to.name}`);
}

async function measureStalls(server: Server, to: BodyTarget, make: HostileBody): Promise<number[]> {
  const stalls: number[] = [];
  for (const bytes of SIZES) {
    const body = Buffer.from(make(bytes)).subarray(0, 1024 * KIB);
    const tries: number[] = [];
    for (let at = 0; at < TRIES; at += 1) tries.push(await measureStall(server, to, body));
    stalls.push(Math.min(...tries));
  }
  return stalls;
}

async function measureStall(server: Server, to: BodyTarget, body: Buffer): Promise<number> {
  await waitForMessage(server, 'reset');
  const status = await send(server, to, body);
  if (status >= 500) console.log(`${to.name} answered ${status}`);
  await new Promise((resolve) => setTimeout(resolve, 5));
  return waitForMessage(server, 'read');
}

async function send(
  { port, key }: Server,
  { method, path, headers }: BodyTarget,
  body: Buffer,
): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, 'x-api-key': key },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function waitForMessage({ process }: Server, message: 'reset' | 'read'): Promise<number> {
  process.send(message);
  const [{ ms }] = (await once(process, 'message')) as [{ ms: number }];
  return ms;
}

/** Ordinary bodies, so that everything is compiled as in a server that has run for a while. */
async function warmUp(server: Server): Promise<void> {
  const trees = bodyTargets.filter(({ members }) => members.includes('criteria'));
  for (let at = 0; at < WARM_UP_BODIES; at += 1) {
    const price = { ...EXAMPLE_CRITERIA.property, pricing: { displayed: { lte: 100_000 + at } } };
    const members = `{"criteria":${JSON.stringify({ property: price })}}`;
    const to = trees[at % trees.length];
    if (to !== undefined) await send(server, to, Buffer.from(to.body(members)));
  }
}

async function startServer(): Promise<Server> {
  const process = fork(join(import.meta.dirname, 'body/server.ts'));
  const [{ port, key }] = (await once(process, 'message')) as [{ port: number; key: string }];
  return { process, port, key };
}
