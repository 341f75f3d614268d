import { createProduct, load } from './built-product.mjs';

/**
 * The built product without the checks of key, token and limit: every call belongs to the same caller. The checks are
 * removed from the module before the application is created.
 */
const CHECKS = ['ApiKeyGuard', 'BearerGuard', 'RateLimitInterceptor', 'CallShareInterceptor'];

process.on('message', async ({ variables, apiKey, token }) => {
  const [{ GatewayModule }, { getCall }, { ApiKeyService }, { TokenService }] = await Promise.all(
    ['gateway/gateway.module.js', 'gateway/call/call.js', 'identity/api-key.service.js', 'identity/token.service.js'].map(load),
  );
  const providers = Reflect.getMetadata('providers', GatewayModule);
  const checks = providers.filter(({ useClass }) => CHECKS.includes(useClass?.name));
  if (checks.length !== CHECKS.length) throw new Error(`The checks of the gateway are no longer ${CHECKS.join(', ')}`);
  let caller = null;
  const guard = {
    canActivate: (context) => {
      const call = getCall(context.switchToHttp().getRequest());
      call.caller = { ...caller, at: new Date(), requestId: call.requestId };
      call.holder = { lane: 'production', owner: caller.programId };
      return true;
    },
  };
  const unchecked = providers.map((provider) => (provider === checks[0] ? { provide: provider.provide, useValue: guard } : provider));
  Reflect.defineMetadata(
    'providers',
    unchecked.filter((provider) => !checks.includes(provider)),
    GatewayModule,
  );

  const { app, serve } = await createProduct(variables);
  const key = await app.get(ApiKeyService, { strict: false }).find(apiKey);
  const { user } = await app.get(TokenService, { strict: false }).resolve(token, key, 'production');
  caller = {
    environment: 'production',
    language: 'el',
    root: 'https://bench.example',
    programId: key.programId,
    keyPrefix: key.prefix,
    user,
  };
  process.send({ url: await serve() });
});
process.on('disconnect', () => process.exit());
