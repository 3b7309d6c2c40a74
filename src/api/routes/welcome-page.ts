import type { PageRoute } from '../page.ts';
import { plainPageHeaders } from '../security-headers.ts';

const BODY = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gable</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 10vh auto; padding: 0 1.5rem; color: #1d2733 }
  h1 { font-size: 1.8rem; margin: 0 0 .5rem }
  ul { padding: 0; list-style: none }
  li { margin: .4rem 0 }
  pre { background: #eef1f4; padding: .8rem 1rem; border-radius: 6px; overflow-x: auto }
  a { color: #0b5cad }
</style>
<h1>Gable</h1>
<p>Real-estate listings of many portals, each home once. This is the API of the service.</p>
<ul>
  <li><a href="/console/">Console</a>: look at homes, create a key, follow alerts</li>
  <li><a href="/docs">Reference</a> of every path, from the <a href="/openapi.json">OpenAPI document</a></li>
  <li><a href="/llms.txt">llms.txt</a> for language models; assistants connect at <code>/mcp</code></li>
  <li><a href="/health/ready">Readiness</a> of this process</li>
</ul>
<p>A first call, with a key from the console:</p>
<pre><code>curl -H "X-API-KEY: $GABLE_KEY" -H "Accept: application/json" \\
  -H "Content-Type: application/json" \\
  -d '{"criteria":{"property":{"type":{"in":["FLAT"]}}},"size":1}' \\
  THIS_SERVICE/properties</code></pre>
</html>
`;

/** Greets a person who opens the service in a browser. */
export const welcomePage = (baseUrl: string | undefined): PageRoute => ({
  path: '/',
  access: 'open',
  summary: 'Welcome page',
  type: 'text/html',
  statuses: [200],
  show(_, { headers }) {
    const body = BODY.replace('THIS_SERVICE', () => baseUrl?.replace(/\/$/, '') ?? calledUrl(headers.host));
    return { type: 'text/html; charset=utf-8', headers: plainPageHeaders(body), body };
  },
});

/** As the browser named the service; what is no name and port is not repeated. */
const calledUrl = (host = ''): string =>
  /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/i.test(host) ? `http://${host}` : 'http://localhost:8080';
