// Run by prepare-towns.ts in a process of its own.
import { loadTowns } from './towns.ts';

process.stdout.write(JSON.stringify(loadTowns()));
