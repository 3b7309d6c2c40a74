import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { isExternalUrl, withPage } from './browser.ts';

test('a local page is opened, read and clicked', async (t) => {
  const url = await serve(
    t,
    '<title>Gable</title><button onclick="this.textContent = \'open\'">closed</button>',
  );
  await withPage(t, async ({ page }) => {
    await page.goto(url);
    assert.equal(await page.title(), 'Gable');
    await page.getByRole('button').click();
    assert.equal(await page.getByRole('button').textContent(), 'open');
  });
});

test('a profile shares nothing with the one before', async (t) => {
  const url = await serve(t, '<script>localStorage.seen = Number(localStorage.seen ?? 0) + 1</script>');
  for (const _ of [1, 2]) {
    await withPage(t, async ({ page }) => {
      await page.goto(url);
      assert.equal(await page.evaluate('localStorage.seen'), '1');
    });
  }
});

const strangers = `<img src="https://pictures.example.org/a.png"><img src="http://198.51.100.7/b.png">
  <script>new WebSocket('wss://socket.example.org/'); fetch('/far').catch(() => {})</script>`;

test('a page that requests a URL outside this machine fails the test, unless allowed', async (t) => {
  const url = await serve(t, strangers);
  const addresses = [
    'http://198.51.100.7/b.png',
    'https://far.example.org/',
    'https://pictures.example.org/a.png',
    'wss://socket.example.org/',
  ];
  await withPage(
    t,
    async ({ page, leaving }) => {
      await page.goto(url, { waitUntil: 'networkidle' });
      assert.deepEqual(leaving.toSorted(), addresses);
    },
    { mayLeave: true },
  );
  await refused(t, url, /URLs outside this machine/);
});

test('a page with an uncaught error fails the test', async (t) => {
  const url = await serve(t, "<script>throw new Error('no roof')</script>");
  await refused(t, url, /errors on the page that nothing caught/);
  await withPage(
    t,
    async ({ page, errors }) => {
      await page.goto(url);
      assert.match(errors.join(), /no roof/);
    },
    { mayThrow: true },
  );
});

test('loopback in all its notations is this machine, and no other host is', () => {
  for (const near of [
    'http://127.0.0.1:8080/',
    'http://127.9.9.9/',
    'http://[::1]:1/',
    'ws://localhost/',
    'http://a.localhost/',
    'data:,x',
    'about:blank',
    'blob:http://localhost/x',
  ]) {
    assert.equal(isExternalUrl(near), false, near);
  }
  for (const far of [
    'http://128.0.0.1/',
    'https://localhost.example.org/',
    'http://127.0.0.1.example.org/',
    'wss://[2001:db8::1]/',
    'http://10.0.0.1/',
  ]) {
    assert.equal(isExternalUrl(far), true, far);
  }
});

/** Asserts that opening the URL fails a test with that reason; without a browser nothing is asserted. */
async function refused(t: TestContext, url: string, reason: RegExp): Promise<void> {
  let visited = false;
  const visit = withPage(t, async ({ page }) => {
    visited = true;
    await page.goto(url, { waitUntil: 'networkidle' });
  });
  const outcome = await visit.then(
    () => 'passed',
    (error) => String(error),
  );
  if (visited) assert.match(outcome, reason);
}

async function serve(t: TestContext, body: string): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/far') response.writeHead(302, { location: 'https://far.example.org/' }).end();
    else if (request.url === '/') response.setHeader('content-type', 'text/html').end(body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
