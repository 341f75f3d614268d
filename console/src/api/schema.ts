import type { components, paths } from '../../../client/openapi.js';

/** A schema of the API document. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths that have a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: object } ? P : never;
}[keyof paths];

type JsonIn<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Successes<Operation> = Operation extends { responses: infer Answers } ? Answers[keyof Answers & (200 | 201 | 202 | 204)] : never;

/** Body of the successful response. */
export type Answer<P extends keyof paths, M extends Method> = JsonIn<Successes<NonNullable<paths[P][M]>>>;

/** Body of the request. */
export type Sent<P extends keyof paths, M extends Method> =
  NonNullable<paths[P][M]> extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : undefined;

/** Parameters of the query of a GET. */
export type Asked<P extends keyof paths> =
  NonNullable<paths[P]['get']> extends { parameters: { query?: infer Values } } ? NonNullable<Values> : never;

/** Values of the parameters in the path. */
export type InPath<P extends keyof paths, M extends Method> =
  NonNullable<paths[P][M]> extends { parameters: { path: infer Values } }
    ? { readonly [Name in keyof Values]: string | number }
    : undefined;

/** Query parameters of a call. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;
