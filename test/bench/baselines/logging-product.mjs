import { createProduct, load } from './built-product.mjs';

/**
 * The built product, whose request log is switched on and off by messages. The benchmark replaces the function that
 * logs.
 */
let isLogging = true;

process.on('message', async (message) => {
  if (message.variables !== undefined) return process.send({ url: await start(message.variables) });
  ({ isLogging } = message);
  process.send({});
});
process.on('disconnect', () => process.exit());

async function start(variables) {
  const { CallLog } = await load('gateway/observability/call-log.js');
  const { add } = CallLog.prototype;
  CallLog.prototype.add = function addWhenOn(...call) {
    if (isLogging) add.apply(this, call);
  };
  return (await createProduct(variables)).serve();
}
