import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { drawBaseMap, listCommunes } from './base-map.ts';
import { drawOutlinePath } from './outline-path.ts';
import water from './water.json' with { type: 'json' };

const NAME = 'virtual:base-map';

interface MapFile {
  readonly text: string;
  readonly fileName: string;
}

function createMapFile(name: string, content: unknown): MapFile {
  const text = JSON.stringify(content);
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { text, fileName: `assets/${name}-${digest}.json` };
}

/** Provides the URLs of the base map, its outline, its water and the names of communes, which the build of the console writes. */
export function baseMap(): Plugin {
  let files: { base: MapFile; outline: MapFile; communes: MapFile; water: MapFile } | undefined;
  const drawn = () => {
    if (files !== undefined) return files;
    const base = drawBaseMap();
    files = {
      base: createMapFile('base-map', base),
      outline: createMapFile('outline', drawOutlinePath(base.land)),
      communes: createMapFile('communes', listCommunes()),
      water: createMapFile('water', water),
    };
    return files;
  };
  return {
    name: 'base-map',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const { base, outline, communes, water: rivers } = drawn();
      return [
        `export const baseMapAddress = '/console/${base.fileName}';`,
        `export const outlineAddress = '/console/${outline.fileName}';`,
        `export const communesAddress = '/console/${communes.fileName}';`,
        `export const waterAddress = '/console/${rivers.fileName}';`,
      ].join('\n');
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const found = Object.values(drawn()).find(({ fileName }) => request.url?.includes(fileName));
        if (found === undefined) return next();
        response.setHeader('content-type', 'application/json');
        response.end(found.text);
      });
    },
    generateBundle() {
      for (const { fileName, text } of Object.values(drawn()))
        this.emitFile({ type: 'asset', fileName, source: text });
    },
  };
}
