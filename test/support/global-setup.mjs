import { Logger } from '@nestjs/common';
import './typescript.mjs';

/** Once per run: one database server, and in it one migrated template that the spec files clone. */
export default async function setUp() {
  Logger.overrideLogger(['warn', 'error']);
  const { TestServer } = await import('./test-server.ts');
  globalThis.testServer = await TestServer.start();
  // The workers are started after this and inherit it.
  process.env.TEST_SERVER = JSON.stringify(globalThis.testServer.access);
}
