import { readFileSync } from 'node:fs';
import { CommandError } from '../command.ts';

/** The JSON object of a mapping file, not yet checked. */
export function readMappingJson(path: string): object {
  try {
    const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof json === 'object' && json !== null) return json;
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  }
  throw new CommandError(`${path}: the mapping is not a JSON object`);
}
