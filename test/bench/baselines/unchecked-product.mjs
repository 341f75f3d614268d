import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { createProduct, load } from './built-product.mjs';

/**
 * The product as built, without what it asks of a call: no key, token or limit is looked at, every call is one of the same caller's. It exists
 * here alone: guard and interceptor are taken out of the module before the application is made.
 */
process.on('message', async ({ variables, apiKey, token }) => {
  const { GatewayModule } = await load('gateway/gateway.module.js');
  const providers = Reflect.getMetadata('providers', GatewayModule);
  const unchecked = providers.filter(({ provide }) => provide !== APP_GUARD && provide !== APP_INTERCEPTOR);
  if (providers.length - unchecked.length !== 2) throw new Error('The checks of the gateway are no longer a guard and an interceptor');
  Reflect.defineMetadata('providers', unchecked, GatewayModule);

  const [{ Edge }, { callOf }, { ApiKeyService }, { TokenService }] = await Promise.all(
    ['gateway/edge/edge.js', 'gateway/call/call.js', 'identity/api-key.service.js', 'identity/token.service.js'].map(load),
  );
  const { app, serve } = await createProduct(variables);
  const key = await app.get(ApiKeyService, { strict: false }).find(apiKey);
  const { user } = await app.get(TokenService, { strict: false }).resolve(token, key, 'production');
  const caller = {
    environment: 'production',
    language: 'el',
    root: 'https://bench.example',
    programId: key.programId,
    keyPrefix: key.prefix,
    user,
  };
  const hand = Edge.prototype.hand;
  Edge.prototype.hand = function handUnchecked(handler, request, response) {
    const call = callOf(request);
    call.caller = { ...caller, at: new Date(), requestId: call.requestId };
    call.serviceStartedMs = performance.now();
    hand.call(this, handler, request, response);
  };
  process.send({ url: await serve() });
});
process.on('disconnect', () => process.exit());
