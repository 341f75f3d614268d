import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * A baseline as a process: takes the configuration that the benchmark sends, serves the application that `make` builds
 * of it, and answers its address, with the ids of its own where it has such. Ends with the benchmark.
 */
export async function serve(make) {
  process.once('disconnect', () => process.exit());
  const [configuration] = await once(process, 'message');
  const { app, ids } = await make(configuration);
  const server = createServer(app);
  server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}`, ids }));
}
