// Runs before every npm script, on the Node of the machine (18 or newer): plain JavaScript, nothing from npm.
//   --dev      also the packages for tests and checks
//   --browser  the same, and a browser for tests
//   --postgres a PostgreSQL of the distribution and a pooler for tests
//   --console  builds the console
//   --service  bundles the service, which then starts in half the time
//   --generators  other people's generators of clients, for tests
import { fileURLToPath } from 'node:url';
import { ensureConsole } from './install/build-console.mjs';
import { ensureBrowser } from './install/fetch-browser.mjs';
import { ensureGenerators } from './install/fetch-generators.mjs';
import { ensurePostgres } from './install/fetch-postgres.mjs';
import { nodeFault } from './install/node-version.mjs';
import { ensurePackages } from './install/npm-ci.mjs';
import { InstallError, say } from './install/refusal.mjs';
import { ensureService } from './install/service-build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const browser = process.argv.includes('--browser');
const dev = browser || process.argv.includes('--dev');

try {
  // Beside our own packages: one install uses one core for half a minute.
  const generators = process.argv.includes('--generators') ? ensureGenerators(root) : undefined;
  await ensurePackages(root, { dev });
  const fault = nodeFault(root);
  if (fault) throw new InstallError(fault);
  if (browser) await ensureBrowser(root);
  if (process.argv.includes('--postgres')) await ensurePostgres(root);
  if (browser || process.argv.includes('--console')) await ensureConsole(root);
  if (process.argv.includes('--service')) await ensureService(root);
  await generators;
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
