import { defineConfig } from 'vite';
import { baseMap } from './scripts/console/base-map-plugin.ts';
import { developmentSession } from './scripts/console/development-session.ts';

/** A service to develop against: `GABLE_DEV_SERVICE=http://localhost:8080 GABLE_DEV_KEY=gbl_live_… npx vite`. */
const service = process.env['GABLE_DEV_SERVICE'] ?? 'http://localhost:8080';
const key = process.env['GABLE_DEV_KEY'];

/** Whatever is no file of ours is a call of the API. */
const calls =
  '^/(properties|publishers|geo|sources|source-categories|favorite-properties|alerts|account|event-notifications|transactions|analytics|operator|demo|docs|openapi.json|health|console/api/(?!\\S*\\.ts)|console/sign)';

// biome-ignore lint/style/noDefaultExport: Vite reads the default export of its settings.
export default defineConfig({
  root: `${import.meta.dirname}/src/console`,
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: `${import.meta.dirname}/dist/console`,
    emptyOutDir: true,
    target: 'es2022',
    // Files put into others would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    // The map is one library of 1.5 MB, fetched when a map is shown.
    chunkSizeWarningLimit: 1700,
    reportCompressedSize: false,
  },
  plugins: [baseMap(), ...(key === undefined ? [] : [developmentSession()])],
  server: {
    proxy: {
      [calls]: {
        target: service,
        // A key is refused on the console's own routes; those of the API answer the same.
        ...(key !== undefined && {
          headers: { 'x-api-key': key },
          rewrite: (path: string) => path.replace(/^\/console\/api\/read(?=\/)/, ''),
        }),
      },
    },
  },
});
