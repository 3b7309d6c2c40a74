import { spawnSync } from 'node:child_process';

/** Node's own copy gives the files of a server that root started to root. */
export function copyDirectory(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`a directory cannot be copied: ${stderr}`);
}
