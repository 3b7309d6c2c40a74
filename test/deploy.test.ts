import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { commands } from '../src/processes/commands/table.ts';
import { settings } from '../src/processes/settings.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Metrics that the source defines, with the suffixes that Prometheus adds to a histogram. */
function definedMetrics(): Set<string> {
  const code = globSync('src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map(read)
    .join('\n');
  const names = [...code.matchAll(/'(gable_[a-z_]+)'/g)].map(([, name]) => name ?? '');
  return new Set(names.flatMap((name) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]));
}

/** Those of Node, which prom-client defines with our prefix. */
const NODE_METRICS = ['gable_process_resident_memory_bytes', 'gable_process_cpu_seconds_total'];

test('the dashboard and the alert rules use metrics that exist', () => {
  const defined = definedMetrics().union(new Set(NODE_METRICS));
  for (const file of ['grafana-dashboard.json', 'alert-rules.yaml']) {
    const used = [...read(`deploy/monitoring/${file}`).matchAll(/gable_[a-z_]+/g)].map(([name]) => name);
    assert.ok(used.length >= 7, file);
    assert.deepEqual(
      used.filter((name) => !defined.has(name)),
      [],
      file,
    );
  }
});

test('every metric that the source defines is on the dashboard and in the guide of operators', () => {
  const dashboard = read('deploy/monitoring/grafana-dashboard.json');
  const guide = read('docs/operations/monitor.md');
  const names = [...definedMetrics()].filter(
    (name) => !/_(bucket|count|sum)$/.test(name) && !name.endsWith('_'),
  );
  assert.ok(names.length > 15, String(names.length));
  const absentFrom = (text: string): string[] => names.filter((name) => !text.includes(name));
  assert.deepEqual([absentFrom(dashboard), absentFrom(guide)], [[], []]);
});

test('every label that a query of the dashboard groups by is a label of its metric', () => {
  const code = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n');
  const dashboard = JSON.parse(read('deploy/monitoring/grafana-dashboard.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  for (const query of queries) {
    const label = /by \((\w+)\)/.exec(query)?.[1];
    if (label === undefined || ['le', 'instance'].includes(label)) continue;
    const metric = /gable_[a-z_]+/.exec(query)?.[0].replace(/_(bucket|count|sum)$/, '');
    const definition = code.slice(code.indexOf(`'${metric}'`)).slice(0, 600);
    // The request histogram is our own: its labels are members of its type.
    const named = new RegExp(`labelNames: \\[[^\\]]*'${label}'|^ {2}${label}: `, 'm');
    assert.match(definition, named, `${metric} has no label ${label}`);
  }
});

test('the unit files and the container start commands that exist, with settings that exist', () => {
  const words = new Set(commands.map(({ words: name }) => name));
  for (const unit of globSync('deploy/systemd/*.service', { cwd: root })) {
    const [, main, command] = /^ExecStart=\S+ .*?\/opt\/gable\/(\S+) (\w+)$/m.exec(read(unit)) ?? [];
    assert.ok(main !== undefined && existsSync(join(root, main)), unit);
    assert.ok(words.has(command ?? ''), unit);
  }
  const compose = read('deploy/compose.yaml');
  for (const [, command] of compose.matchAll(/command: \[(\w+)\]/g)) assert.ok(words.has(command ?? ''));
  const container = read('deploy/Containerfile');
  for (const [, path] of container.matchAll(/\/opt\/gable\/((?:src|deploy)\/[\w./-]+)/g))
    assert.ok(existsSync(join(root, path ?? '')), path);
  const named = [
    ...Object.keys(parseEnv(read('deploy/systemd/gable.env'))),
    ...[...compose.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name ?? ''),
    ...[...(/^ENV (.*)$/m.exec(container)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name]) => name ?? ''),
  ].filter((name) => !name.startsWith('POSTGRES_'));
  assert.ok(named.length > 10);
  assert.deepEqual(
    named.filter((name) => !(name in settings)),
    [],
  );
});
