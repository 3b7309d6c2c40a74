import { Problem, problems } from '../../service/problem.ts';
import type { PageRoute } from '../page.ts';
import { plainPageHeaders } from '../security-headers.ts';

/** Every problem `type` is a path of ours with a page for people. */
export const problemPage: PageRoute = {
  path: '/problems/{name}',
  access: 'open',
  summary: 'Problem description page',
  type: 'text/html',
  statuses: [200],
  show({ name = '' }) {
    if (!isProblem(name)) throw new Problem('not-found', 'There is no such problem.');
    const { status, title, explanation } = problems[name];
    const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Gable</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem; color: #1d2733 }
  p.status { color: #5a6b7d; margin: 0; letter-spacing: .04em }
  h1 { font-size: 1.6rem; margin: .2rem 0 1rem }
  code { background: #eef1f4; padding: .1rem .35rem; border-radius: 4px }
  a { color: #0b5cad }
</style>
<p class="status">HTTP ${status} · <code>/problems/${name}</code></p>
<h1>${title}</h1>
<p>${explanation}</p>
<p><a href="/docs">API reference</a></p>
</html>
`;
    return { type: 'text/html; charset=utf-8', headers: plainPageHeaders(body), body };
  },
};

const isProblem = (name: string): name is keyof typeof problems => Object.hasOwn(problems, name);
