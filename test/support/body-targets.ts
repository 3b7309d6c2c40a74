import type { ConsoleParts } from '../../src/api/console/parts.ts';
import { consoleRoutes } from '../../src/api/console/table.ts';
import type { Route } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import { tools } from '../../src/mcp/tools/table.ts';
import type { HostileBody } from './hostile-bodies.ts';
import { consoleHeaders } from './signed-in.ts';

/** A target of a body: every route that accepts JSON, and every MCP tool. */
export interface BodyTarget {
  name: string;
  method: string;
  path: string;
  /** The members its body may have. */
  members: readonly string[];
  /** The whole body around its members. */
  body(members: string): string;
  headers: Record<string, string>;
}

const ID = '0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f';
const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' };

const toTarget = ({ method, path, body }: Route): BodyTarget[] =>
  body === undefined
    ? []
    : [
        {
          name: `${method} ${path}`,
          method,
          path: path.replace(/\{\w+\}/g, ID),
          members: Object.keys(body.schema.properties),
          body: (members: string) => members,
          headers: JSON_TYPE,
        },
      ];

const routeTargets: BodyTarget[] = routes.flatMap(toTarget);

const toolTargets: BodyTarget[] = tools.map(({ name, input }) => ({
  name: `tool ${name}`,
  method: 'POST',
  path: '/mcp',
  members: Object.keys((input as { properties?: object }).properties ?? {}),
  body: (members) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${members}}}`,
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
}));

/** The routes of the console, called by a signed-in page. */
export const consoleTargets = (cookie: string): BodyTarget[] =>
  consoleRoutes({} as ConsoleParts)
    .flatMap(toTarget)
    .map((target) => ({ ...target, headers: { ...target.headers, ...consoleHeaders(cookie) } }));

export const bodyTargets: readonly BodyTarget[] = [...routeTargets, ...toolTargets];

/** Every member of the body gets a share of the bytes, or the criteria get all of them. */
export const buildBody =
  ({ members, body }: BodyTarget, make: HostileBody, ofTree: boolean) =>
  (bytes: number): string => {
    if (ofTree) return body(`{"criteria":${make(bytes)}}`);
    const share = Math.floor(bytes / members.length) - MEMBER_OVERHEAD_BYTES;
    return body(`{${members.map((name) => `"${name}":${make(share)}`).join()}}`);
  };

/** The maximum size of a member's name. */
const MEMBER_OVERHEAD_BYTES = 40;
