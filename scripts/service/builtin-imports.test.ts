import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutBuiltinImports } from './builtin-imports.ts';

test("imports of Node's own modules become reads, and all others stay", () => {
  const chunk = [
    'import { a as join } from "./paths.mjs";',
    'import { createServer, METHODS as methods } from "node:http";',
    'import fs from "node:fs";',
    'import EventEmitter$1, { once } from "events";',
    'import duckdb from "@duckdb/node-bindings";',
    'const text = "import fs from \\"node:fs\\";";',
  ].join('\n');
  assert.deepEqual(withoutBuiltinImports(chunk).split('\n'), [
    'import { a as join } from "./paths.mjs";',
    'const { createServer, METHODS: methods } = process.getBuiltinModule("node:http");',
    'const fs = process.getBuiltinModule("node:fs");',
    'const EventEmitter$1 = process.getBuiltinModule("events"); const { once } = process.getBuiltinModule("events");',
    'import duckdb from "@duckdb/node-bindings";',
    'const text = "import fs from \\"node:fs\\";";',
  ]);
});
