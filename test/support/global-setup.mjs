import { Logger } from '@nestjs/common';
import './typescript.mjs';

/** Starts the database server of the run with a migrated template, which the spec files clone. */
export default async function setUp() {
  Logger.overrideLogger(['warn', 'error']);
  const { TestServer } = await import('./test-server.ts');
  globalThis.testServer = await TestServer.start();
  // The workers start later and inherit the variable.
  process.env.TEST_SERVER = JSON.stringify(globalThis.testServer.access);
}
