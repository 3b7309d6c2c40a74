import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { drawBaseMap } from './base-map.ts';

const NAME = 'virtual:base-map';

/** Provides the URL of the base map, which is drawn during the build of the console. */
export function baseMap(): Plugin {
  let text: string | undefined;
  const drawn = (): string => {
    text ??= JSON.stringify(drawBaseMap());
    return text;
  };
  const fileName = () =>
    `assets/base-map-${createHash('sha256').update(drawn()).digest('hex').slice(0, 8)}.json`;
  return {
    name: 'base-map',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) =>
      id === `\0${NAME}` ? `export const baseMapAddress = '/console/${fileName()}';` : undefined,
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!request.url?.includes('/assets/base-map-')) return next();
        response.setHeader('content-type', 'application/json');
        response.end(drawn());
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: fileName(), source: drawn() });
    },
  };
}
