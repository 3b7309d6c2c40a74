import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import type { ClientUnderTest, FollowedChange } from './behaviour.ts';

export interface PythonClient extends ClientUnderTest {
  followAsync: ClientUnderTest['follow'];
  end(): void;
}

/** The Python client in processes of its own, driven by lines. */
export function pythonClient(command: readonly string[], env: Record<string, string>): PythonClient {
  const [program = '', ...args] = command;
  const start = (...more: string[]): { child: ChildProcessWithoutNullStreams; lines: Interface } => {
    const child = spawn(program, [...args, ...more], { env: { PATH: process.env['PATH'], ...env } });
    child.stderr.pipe(process.stderr);
    return { child, lines: createInterface(child.stdout) };
  };
  const { child: commands, lines } = start('commands');
  const answers = lines[Symbol.asyncIterator]();
  const run = async (sent: object): Promise<number> => {
    commands.stdin.write(`${JSON.stringify(sent)}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error('the Python client ended');
    return Number(value);
  };
  async function* follow(
    mode: string,
    cursor: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<FollowedChange> {
    const following = start(mode, ...(cursor === undefined ? [] : [cursor]));
    signal.addEventListener('abort', () => following.child.kill('SIGKILL'), { once: true });
    try {
      for await (const line of following.lines) yield JSON.parse(line);
    } finally {
      following.child.kill('SIGKILL');
    }
  }
  return {
    createAlert: (body) => run({ call: 'createAlert', body }),
    sendTestEvent: (id) => run({ call: 'testEventDestination', id, body: { eventType: 'NEW_MATCH' } }),
    follow: (cursor, signal) => follow('changes', cursor, signal),
    followAsync: (cursor, signal) => follow('changes-async', cursor, signal),
    end: () => commands.kill('SIGKILL'),
  };
}
