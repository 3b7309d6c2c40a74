import type { Plugin } from 'vite';

const person = {
  id: 'development',
  name: 'Development',
  email: 'dev@localhost',
  accountId: 'development',
  accountName: 'Development',
  operator: true,
};

/** For development without sign-in: the development server adds a key to each call, and this is its person. */
export const developmentSession = (): Plugin => ({
  name: 'development-session',
  configureServer(server) {
    server.middlewares.use('/console/api/me', (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(person));
    });
  },
});
