import { RequestMethod } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { getRules, type RouteRules } from '../call/route-rules.js';

export interface ControllerRoute {
  readonly controller: string;
  readonly method: string;
  readonly rules: RouteRules;
  readonly metatype: object;
  readonly handler: object;
}

export function listControllerRoutes(modules: ModulesContainer): ControllerRoute[] {
  const routes: ControllerRoute[] = [];
  for (const { controllers } of modules.values()) {
    for (const { metatype } of controllers.values()) {
      if (typeof metatype !== 'function') continue;
      for (const [method, handler] of listHandlers(metatype.prototype as object))
        routes.push({ controller: metatype.name, method, rules: getRules(metatype, handler), metatype, handler });
    }
  }
  return routes;
}

function listHandlers(prototype: object): Map<string, object> {
  const handlers = new Map<string, object>();
  for (let level: unknown = prototype; level !== null && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      const isHandler = typeof value === 'function' && name !== 'constructor' && Reflect.hasMetadata('path', value as object);
      if (isHandler && !handlers.has(name)) handlers.set(name, value as object);
    }
  }
  return handlers;
}

export function getRouteName({ metatype, handler }: ControllerRoute): { readonly method: string; readonly template: string } {
  const method = RequestMethod[Reflect.getMetadata('method', handler) as RequestMethod];
  const paths = [metatype, handler].map((target) => String(Reflect.getMetadata('path', target)).replaceAll(/^\/|\/$/g, ''));
  return { method, template: `/${paths.filter((path) => path !== '').join('/')}` };
}
