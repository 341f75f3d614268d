export default async function tearDown() {
  await globalThis.testServer.stop();
}
