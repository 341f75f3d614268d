import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';

/** Imports a module of the built product. */
export const load = (path) => import(new URL(`../../../dist/src/${path}`, import.meta.url).href);

/** Creates the built product without serving yet, so that a benchmark can change it before `serve`. */
export async function createProduct(variables) {
  Object.assign(process.env, variables);
  const [{ AppModule }, { readConfig }, { GatewayAdapter }, { HTTP_OPTIONS, HttpApp }] = await Promise.all(
    ['app.module.js', 'config/config.js', 'gateway/server/gateway-adapter.js', 'http/http-app.js'].map(load),
  );
  const app = await NestFactory.create(AppModule.serving(readConfig().environments), new GatewayAdapter(), {
    ...HTTP_OPTIONS,
    logger: false,
  });
  const serve = async () => {
    const { ports } = await HttpApp.start(app);
    return `http://127.0.0.1:${ports.port}`;
  };
  return { app, serve };
}
