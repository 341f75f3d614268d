import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Runs a baseline as a process: receives the benchmark's configuration, serves the application that `make` builds from
 * it, and sends its address and any ids that it created. Ends with the benchmark.
 */
export async function serve(make) {
  process.once('disconnect', () => process.exit());
  const [configuration] = await once(process, 'message');
  const { app, ids } = await make(configuration);
  const server = createServer(app);
  server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}`, ids }));
}
