import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from '../app.module.js';
import { ENVIRONMENTS } from '../common/environment.js';
import { GatewayAdapter } from '../gateway/server/gateway-adapter.js';
import { HTTP_OPTIONS } from './http-app.js';
import { buildDocument } from './openapi.js';

export async function describeApplication(): Promise<OpenAPIObject> {
  const app = await NestFactory.create(AppModule.serving(ENVIRONMENTS), new GatewayAdapter(), {
    ...HTTP_OPTIONS,
    preview: true,
    logger: false,
  });
  return buildDocument(app);
}
