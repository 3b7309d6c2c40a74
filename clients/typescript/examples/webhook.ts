import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@gable/client';

createServer(async (request, response) => {
  const received = { body: await buffer(request), headers: request.headers };
  const event = await verifyWebhook(received, process.env.GABLE_SIGNING_KEY ?? '').catch(() => undefined);
  if (event) console.log(event.eventType, event.data.id);
  response.writeHead(event ? 204 : 400).end();
}).listen(Number(process.env.PORT));
