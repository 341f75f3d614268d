// Loaded before a program (`node --import`): writes every HTTP call that it makes, with its answer, as a line of JSON
// to the file CALLS_FILE.
import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';

// Told when the head of the answer is there, before the program itself hears of it.
subscribe('http.client.response.finish', ({ request: { method, path }, response }) => {
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('end', () => {
    const { statusCode: status, headers } = response;
    const text = Buffer.concat(chunks).toString('utf8');
    appendFileSync(process.env.CALLS_FILE, `${JSON.stringify({ method, path, answer: { status, headers, text } })}\n`);
  });
});
