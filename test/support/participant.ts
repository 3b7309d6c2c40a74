import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Connection } from '../../src/db/connection.ts';

/** Another process on the same data directory. */
export interface Participant {
  readonly connection: Connection;
  readonly joined: boolean;
  /** Ends its use of the server as a stopped process does. */
  leave(): Promise<void>;
  /** kill -9. */
  crash(): Promise<void>;
}

export interface ParticipantOptions {
  readonly dataDir: string;
  /** Another user than ours; only root may set it. */
  readonly uid?: number;
  /** Its TMPDIR, when not ours. */
  readonly temporary?: string;
}

export async function startParticipant({
  dataDir,
  uid,
  temporary,
}: ParticipantOptions): Promise<Participant> {
  const script = join(import.meta.dirname, 'embedded-participant.ts');
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...(temporary === undefined ? {} : { TMPDIR: temporary }) },
    ...(uid === undefined ? {} : { uid, gid: uid, cwd: '/' }),
  });
  const complaint = text(child.stderr);
  const line = await firstLine(child);
  if (line === '') throw new Error(`the participant failed: ${await complaint}`);
  const { connection, joined } = JSON.parse(line) as Pick<Participant, 'connection' | 'joined'>;
  const gone = once(child, 'close');
  return {
    connection,
    joined,
    leave: async () => {
      child.stdin.end();
      await gone;
      if (child.exitCode !== 0) throw new Error(`the participant failed: ${await complaint}`);
    },
    crash: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Empty when the process ended without output. */
async function firstLine({ stdout }: ChildProcess): Promise<string> {
  let line = '';
  if (stdout === null) return line;
  stdout.setEncoding('utf8');
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    line += chunk;
    if (line.includes('\n')) break;
  }
  return line;
}
