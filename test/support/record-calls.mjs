// Loaded by `node --import`: appends every HTTP call of the program, with its response, as a line of JSON to the file
// named by CALLS_FILE.
import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';

// The channel is notified of the response head before the program is.
subscribe('http.client.response.finish', ({ request: { method, path }, response }) => {
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('end', () => {
    const { statusCode: status, headers } = response;
    const text = Buffer.concat(chunks).toString('utf8');
    appendFileSync(process.env.CALLS_FILE, `${JSON.stringify({ method, path, response: { status, headers, text } })}\n`);
  });
});
