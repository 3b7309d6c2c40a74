import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { startConsole } from '../support/console.ts';
import { fillMarket } from '../support/console-world.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const { api, openPage } = await startConsole({ after });

test('a place is picked by keyboard, and its market is drawn and in the URL', async (t) => {
  await fillMarket(api, 3);
  await openPage(t, 'market', async (page) => {
    await page.getByRole('combobox', { name: 'Municipality' }).pressSequentially('montr');
    await page.getByRole('option', { name: /Montrouge/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Montrouge' }).waitFor();
    await page.getByRole('figure', { name: 'Median price per m²' }).waitFor();
    await page.getByText('From 3 advertisements').waitFor();
    await page.getByText('3 homes are on the market now, each counted once').waitFor();
    await page.getByRole('button', { name: 'Land' }).click();
    await page.getByText('0 homes are on the market now').waitFor();
    await page.getByRole('button', { name: 'Flats', exact: true }).click();
    await page.getByText('3 homes are on the market now').waitFor();
    await page.getByRole('button', { name: 'By month' }).click();
    await page.reload();
    await page.getByRole('figure', { name: 'Median price per m²' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'By month' }).getAttribute('aria-pressed'), 'true');
  });
});

test('a waiting program gets a key when a person approves its code', async (t) => {
  const asked = await api.call({
    method: 'POST',
    path: '/console/api/device-grants',
    key: null,
    accept: 'application/json',
    body: { program: '<b>nightly</b>' },
  });
  const { userCode, deviceCode } = asked.body as { userCode: string; deviceCode: string };
  await openPage(t, `device?code=${userCode}`, async (page) => {
    await page.getByText('<b>nightly</b>').waitFor();
    await page.getByRole('button', { name: 'Give it a key' }).click();
    await page.getByRole('status').waitFor();
  });
  const come = await api.call({
    method: 'POST',
    path: '/console/api/device-grants/key',
    key: null,
    accept: 'application/json',
    body: { deviceCode },
  });
  assert.match((come.body as { key: string }).key, /^gbl_live_/);
});

test('the quick start makes a key and puts it into its examples', async (t) => {
  await openPage(t, 'docs', async (page) => {
    await page.getByRole('button', { name: 'Create a key for this' }).click();
    await page.getByRole('status').waitFor();
    const key = await page.getByLabel('API key').inputValue();
    await page.getByText(`X-API-KEY: ${key}`).first().waitFor();
    await page.getByText('Costs one result for each home in the answer: 3 at most here.').waitFor();
    await page.getByRole('button', { name: 'Python' }).first().click();
    await page.getByText(`gable = Client("${key}"`).first().waitFor();
    await page.getByRole('button', { name: 'TypeScript' }).click();
    await page.getByText('await gable.searchProperties(').waitFor();
    assert.equal((await api.call({ path: '/sources', key })).status, 200);
  });
});

test('a copied command of the quick start runs in a shell, with a key pasted or in the environment', async (t) => {
  const { key } = await createApiKey(api.db, api.clock, { accountId: api.owner.accountId, name: 'copied' });
  await openPage(t, 'docs', async (page) => {
    const command = page.locator('pre', { hasText: '/properties' }).first();
    const run = async (environment: Record<string, string>) => {
      const shell = ['-c', await command.innerText()];
      const { stdout } = await promisify(execFile)('sh', shell, { env: { ...process.env, ...environment } });
      return JSON.parse(stdout) as unknown;
    };
    assert.ok(Array.isArray(await run({ GABLE_KEY: key })), 'the key of the environment');
    await page.getByLabel('API key').fill(key);
    assert.ok(Array.isArray(await run({ GABLE_KEY: '' })), 'the pasted key');
  });
});

const CLIENTS = join(import.meta.dirname, '../../clients');
const canRunPython =
  Number(/3\.(\d+)/.exec(spawnSync('python3', ['--version']).stdout?.toString())?.[1]) >= 11;

/** A directory where a copied program finds the TypeScript client, as after its installation. */
function createProject(t: TestContext): string {
  const folder = temporaryDirectory(t);
  mkdirSync(join(folder, 'node_modules/@gable'), { recursive: true });
  symlinkSync(join(CLIENTS, 'typescript'), join(folder, 'node_modules/@gable/client'));
  return folder;
}

test('copied programs of the quick start run in TypeScript and in Python', async (t) => {
  const { key } = await createApiKey(api.db, api.clock, { accountId: api.owner.accountId, name: 'copied' });
  const folder = createProject(t);
  const run = async (program: string, words: string[], environment: Record<string, string>) => {
    const env = { ...process.env, GABLE_KEY: key, ...environment };
    return (await promisify(execFile)(program, words, { cwd: folder, env })).stdout;
  };
  await openPage(t, 'docs', async (page) => {
    await page.getByRole('button', { name: 'TypeScript' }).first().click();
    const program = page.locator('pre', { hasText: 'searchProperties(' }).first();
    writeFileSync(join(folder, 'copied.mts'), await program.innerText());
    const source = ['--conditions=gable-source', '--no-warnings', 'copied.mts'];
    assert.match(await run(process.execPath, source, {}), /\[|data/);
    await page.getByRole('button', { name: 'Python' }).first().click();
    const python = await page.locator('pre', { hasText: 'search_properties(' }).first().innerText();
    if (!canRunPython) return t.diagnostic('Python 3.11 or newer is not installed: its program was not run');
    const path = { PYTHONPATH: join(CLIENTS, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' };
    assert.match(await run('python3', ['-c', python], path), /\[|data/);
  });
});

test('a guide is read in the Docs screen, and leads to another', async (t) => {
  await openPage(t, 'docs?guide=errors', async (page) => {
    const guides = page.getByRole('region', { name: 'Guides' });
    await guides.getByRole('columnheader', { name: 'Status' }).waitFor();
    await guides.getByLabel('Guide').selectOption('Quick start');
    await guides.getByRole('link', { name: 'searching.md' }).click();
    await guides.getByRole('heading', { name: 'Searching' }).waitFor();
    await page.waitForURL(/guide=searching/);
  });
});
