import type { Plugin } from 'vite';

const person = {
  id: 'development',
  name: 'Development',
  email: 'dev@localhost',
  accountId: 'development',
  accountName: 'Development',
  operator: true,
};

/** While developing without sign-in: the development server sends a key with each call, and this stands for who holds it. */
export const developmentSession = (): Plugin => ({
  name: 'development-session',
  configureServer(server) {
    server.middlewares.use('/console/api/me', (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(person));
    });
  },
});
