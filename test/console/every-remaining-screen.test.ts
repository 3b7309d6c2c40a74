import { after } from 'node:test';
import { startConsole } from '../support/console.ts';
import { createContent, testScreens } from '../support/every-screen.ts';

const service = await startConsole({ after });
testScreens(service, await createContent(service), 3);
