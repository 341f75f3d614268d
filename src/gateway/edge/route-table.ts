import { Injectable } from '@nestjs/common';
import type { Route } from '../call/route.js';

export interface RouteMatch {
  readonly route: Route;
  readonly params: Record<string, string>;
  /** A parameter holds a percent escape that is none; it stands undecoded in `params`. */
  readonly isMalformed: boolean;
}

interface NamedRoute {
  readonly route: Route;
  readonly names: readonly string[];
}

class Node {
  readonly literals = new Map<string, Node>();
  /** Segments like `prefectureCode=:value`, by their literal beginning. */
  readonly prefixed = new Map<string, Node>();
  any: Node | null = null;
  readonly routes = new Map<string, NamedRoute>();
}

const PARAMETER = /^([^:*{}()[\]?+!\\]*):([A-Za-z_]\w*)$/;
const PATTERN = /[:*{}()[\]?+!\\]/;

/**
 * The routes by the segments of their paths (ADR-3). A path is walked once, exactly as it was sent: a literal segment before `name=:value`
 * before `:value`, whatever the order of registration.
 */
@Injectable()
export class RouteTable {
  private readonly root = new Node();
  private readonly added: Route[] = [];

  get routes(): readonly Route[] {
    return this.added;
  }

  add(route: Route): void {
    if (!route.template.startsWith('/')) throw new Error(`A path begins with a slash: ${route.template}`);
    const names: string[] = [];
    let node = this.root;
    for (const segment of route.template.slice(1).split('/')) node = child(node, segment, names, route.template);
    if (node.routes.has(route.method)) throw new Error(`Two handlers for ${route.method} ${route.template}`);
    node.routes.set(route.method, { route, names });
    this.added.push(route);
  }

  /** The route of an exact path without its query; undefined when there is none. HEAD finds the GET of the same path. */
  match(method: string, path: string): RouteMatch | undefined {
    const values: string[] = [];
    const found = path.startsWith('/') ? find(this.root, path, 1, method, values) : undefined;
    return found && toMatch(found, values);
  }
}

function child(node: Node, segment: string, names: string[], template: string): Node {
  const [, prefix, name] = PARAMETER.exec(segment) ?? [];
  if (prefix === undefined || name === undefined) {
    if (PATTERN.test(segment)) throw new Error(`A segment is a text, :name or text:name, not "${segment}" in ${template}`);
    return ensure(node.literals, segment);
  }
  names.push(name);
  return prefix === '' ? (node.any ??= new Node()) : ensure(node.prefixed, prefix);
}

function ensure(nodes: Map<string, Node>, key: string): Node {
  let node = nodes.get(key);
  if (node === undefined) nodes.set(key, (node = new Node()));
  return node;
}

function find(node: Node, path: string, from: number, method: string, values: string[]): NamedRoute | undefined {
  const slash = path.indexOf('/', from);
  const end = slash === -1 ? path.length : slash;
  const segment = path.slice(from, end);
  const literal = node.literals.get(segment);
  const found = literal && step(literal, path, end, method, values);
  if (found !== undefined || segment === '') return found;
  for (const [prefix, next] of node.prefixed) {
    if (segment.length === prefix.length || !segment.startsWith(prefix)) continue;
    values.push(segment.slice(prefix.length));
    const named = step(next, path, end, method, values);
    if (named !== undefined) return named;
    values.pop();
  }
  if (node.any === null) return undefined;
  values.push(segment);
  const any = step(node.any, path, end, method, values);
  if (any === undefined) values.pop();
  return any;
}

function step(node: Node, path: string, end: number, method: string, values: string[]): NamedRoute | undefined {
  if (end < path.length) return find(node, path, end + 1, method, values);
  if (method !== 'HEAD') return node.routes.get(method);
  const get = node.routes.get('GET');
  return get?.route.answersHead === true ? get : undefined;
}

function toMatch({ route, names }: NamedRoute, values: readonly string[]): RouteMatch {
  const params: Record<string, string> = {};
  let isMalformed = false;
  for (let index = 0; index < names.length; index += 1) {
    const value = values[index]!;
    const decoded = value.includes('%') ? decode(value) : value;
    if (decoded === null) isMalformed = true;
    params[names[index]!] = decoded ?? value;
  }
  return { route, params, isMalformed };
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
