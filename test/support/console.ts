import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { ensureConsole } from '../../scripts/install/build-console.mjs';
import { AlertIndexReplica } from '../../src/alerts/alert-index-replica.ts';
import { matchChanges } from '../../src/alerts/match-changes.ts';
import { Sender } from '../../src/delivery/sending/sender.ts';
import { createOutboundClient } from '../../src/outbound/client.ts';
import type { OutboundPolicy } from '../../src/outbound/url.ts';
import { type Receiver, startReceiver } from '../faults/receiver.ts';
import { type ApiOptions, startApi, type TestApi } from './api.ts';
import { type OpenPage, type PageOptions, withPage } from './browser.ts';
import { testKeyring } from './keyring.ts';
import { createMemoryLog } from './memory-log.ts';
import { signInLocally } from './signed-in.ts';
import type { TestScope } from './test-scope.ts';

const root = join(import.meta.dirname, '../..');
export const builtConsole = join(root, 'dist/console');
/** For tests of a map. Maps are rendered in software here: a small one of coarse pixels takes a quarter of the time. */
export const WITH_MAP = { viewport: { width: 720, height: 520 }, deviceScaleFactor: 0.5, hasMap: true };
/** A machine that runs many tests at once shows a page in seconds instead of tenths of a second. */
const TIMEOUT_MS = 90_000;
const LOOPBACK_POLICY: OutboundPolicy = { loopback: true, ownHosts: [] };

/** A search is offered again once it was looked at for a second; it is then stored. `part` is a part of its criteria. */
export async function waitForRecentSearch(page: Page, part: string): Promise<void> {
  await page.waitForFunction(
    (text) =>
      Object.entries(localStorage).some(
        ([name, value]) => name.includes('recent-searches') && value.includes(text),
      ),
    part,
  );
}

export interface RunningConsole {
  api: TestApi;
  /** The URL of the console without a trailing slash. */
  url: string;
  /** A customer's webhook endpoint on this machine. */
  receiver: Receiver;
  /** Opens a screen in a clean browser of a signed-in person. Without `hasMap` maps stay as they are before they are loaded. */
  openPage(
    t: TestContext,
    path: string,
    look: (page: Page) => Promise<void>,
    options?: PageOptions & { hasMap?: boolean },
  ): Promise<void>;
  /** Matches all changes with the alerts, as a worker does. */
  match(): Promise<void>;
  /** Sends all due notifications, as a worker does. */
  deliver(): Promise<void>;
}

/** The built console on a running service, one for each file. Its webhooks may call this machine unless `policy` refuses. */
export async function startConsole(
  t: TestScope,
  { policy = LOOPBACK_POLICY, ...options }: ApiOptions = {},
): Promise<RunningConsole> {
  await ensureConsole(root);
  const api = await startApi(t, { ...options, consoleFiles: builtConsole, policy });
  const port = await api.listen();
  const receiver = await startReceiver();
  const outbound = createOutboundClient(policy, { ca: receiver.authority.certificate.toString() });
  t.after(async () => {
    await outbound.close();
    await receiver.close();
  });
  const [name = '', value = ''] = (await signInLocally(api.app)).split('=');
  const cookie = { name, value, domain: '127.0.0.1', path: '/', expires: -1, httpOnly: true, secure: false };
  const storageState = { cookies: [{ ...cookie, sameSite: 'Lax' as const }], origins: [] };
  const address = `http://127.0.0.1:${port}/console`;
  const sender = createTestSender(api, outbound);
  return {
    api,
    url: address,
    receiver,
    openPage: (test, path, look, { hasMap = false, ...options } = {}) =>
      withPage(
        test,
        async ({ page }: OpenPage) => {
          page.setDefaultTimeout(TIMEOUT_MS);
          if (!hasMap) await holdMaps(page);
          await page.goto(`${address}/${path}`);
          await look(page);
        },
        { storageState, reducedMotion: 'reduce', locale: 'en-GB', ...options },
      ),
    match: () => matchAll(api),
    async deliver() {
      do await sender.drain();
      while ((await sender.claimBatch()) > 0);
      await sender.drain();
    },
  };
}

/** The library of maps does not arrive, as on a slow line: with it a page takes 4 s of CPU, without it 1 s. */
async function holdMaps(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/open-map-*' }] });
}

async function matchAll({ db, clock }: TestApi): Promise<void> {
  const lineage = async () => () => ({ ids: [], codes: [] });
  const matching = { db, clock, log: createMemoryLog(), book: new AlertIndexReplica(), lineage };
  while ((await matchChanges(matching)).changes > 0);
}

const createTestSender = (
  { db, clock }: TestApi,
  outbound: ReturnType<typeof createOutboundClient>,
): Sender =>
  new Sender({
    db,
    clock,
    outbound,
    keyring: testKeyring,
    mail: {
      clock,
      keyring: testKeyring,
      mailTransport: {
        send: () => Promise.reject(new Error('nothing is mailed here')),
        close: () => undefined,
      },
      from: 'Gable <alerts@gable.example>',
      baseUrl: 'https://api.gable.example',
    },
    onFault: (error) => {
      throw error;
    },
  });

/** Waits until the screen is complete. */
export const waitForIdle = (page: Page): Promise<void> => page.locator('main:not(:has(.bones))').waitFor();

interface AxeFinding {
  id: string;
  impact: string;
  tags: string[];
  nodes: { html: string; failureSummary: string }[];
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA, and what axe calls serious beyond it. */
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Accessibility findings: all that break WCAG 2.2 AA, and other serious ones. */
export async function findSeriousViolations(page: Page): Promise<string[]> {
  // The content security policy refuses inline scripts; one that is evaluated from outside is not part of the page.
  const isThere = await page.evaluate("'axe' in globalThis");
  if (!isThere) await page.evaluate(axe);
  const findings = await page.evaluate(async () => {
    const { axe: judge } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: AxeFinding[] }> };
    };
    // The size of targets (WCAG 2.2) is the only rule of these tags that axe leaves out unless it is asked for.
    const rules = { 'target-size': { enabled: true } };
    return (await judge.run({ resultTypes: ['violations'], preload: false, rules })).violations;
  });
  return findings
    .filter(
      ({ impact, tags }) =>
        impact === 'serious' || impact === 'critical' || tags.some((tag) => WCAG_TAGS.includes(tag)),
    )
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
