// A receiver of webhooks: verifies the signature, processes each event once, and responds before any long work.
//
//   WEBHOOK_SECRET=whsec_… node examples/receive-webhooks.mjs                                (PORT: 4000)
//   npm run listen -- --forward-to http://127.0.0.1:4000/hook --secret whsec_…               (in another terminal)
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
const MAX_BYTES = 65_536;
if (WEBHOOK_SECRET === '') throw new Error('Set WEBHOOK_SECRET to the secret of the webhook, whsec_…');
const webhook = new Webhook(WEBHOOK_SECRET);
const seen = new Set(); // A real program has a table with a unique column, and writes to it in the transaction of its own change.

const server = createServer(async (request, response) => {
  let body = Buffer.alloc(0);
  for await (const chunk of request) if (body.length <= MAX_BYTES) body = Buffer.concat([body, chunk]);
  try {
    const { id, type, data } = webhook.verify(body, request.headers); // Of the bytes as they came, before they are parsed.
    console.log(`${seen.has(id) ? 'again' : 'new'} ${type} ${id} ${JSON.stringify(data)}`);
    seen.add(id);
    response.writeHead(204).end();
  } catch (error) {
    console.log(`refused: ${error.message}`);
    response.writeHead(400).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`receiving at http://127.0.0.1:${server.address().port}/hook`));
