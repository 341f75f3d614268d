import 'reflect-metadata';
import { NestFactory, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';

/**
 * The product as built, without what it asks of a call: no key, token or limit is looked at, every call is one of the same caller's. It exists
 * here alone: guard and interceptor are taken out of the module before the application is made.
 */
process.on('message', async ({ variables, apiKey, token }) => {
  Object.assign(process.env, variables);
  const load = (path) => import(new URL(`../../../dist/src/${path}`, import.meta.url).href);
  const { GatewayModule } = await load('gateway/gateway.module.js');
  const providers = Reflect.getMetadata('providers', GatewayModule);
  const unchecked = providers.filter(({ provide }) => provide !== APP_GUARD && provide !== APP_INTERCEPTOR);
  if (providers.length - unchecked.length !== 2) throw new Error('The checks of the gateway are no longer a guard and an interceptor');
  Reflect.defineMetadata('providers', unchecked, GatewayModule);

  const [{ AppModule }, { GatewayAdapter }, { HTTP_OPTIONS, HttpApp }, { Edge }, { callOf }] = await Promise.all(
    ['app.module.js', 'gateway/server/gateway-adapter.js', 'http-app.js', 'gateway/edge/edge.js', 'gateway/call/call.js'].map(load),
  );
  const [{ ApiKeys }, { Tokens }] = await Promise.all(['services/auth/api-keys.js', 'services/auth/tokens.js'].map(load));
  const adapter = new GatewayAdapter();
  const app = await NestFactory.create(AppModule, adapter, { ...HTTP_OPTIONS, logger: false });
  const key = await app.get(ApiKeys, { strict: false }).find(apiKey);
  const { user } = await app.get(Tokens, { strict: false }).resolve(token, key, 'production');
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
    call.caller = { ...caller, requestId: call.requestId };
    call.serviceStartedMs = performance.now();
    hand.call(this, handler, request, response);
  };
  const { ports } = await HttpApp.start(app, adapter);
  process.send({ url: `http://127.0.0.1:${ports.port}` });
});
process.on('disconnect', () => process.exit());
