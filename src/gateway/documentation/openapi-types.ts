import type { OpenAPIObject } from '@nestjs/swagger';

type Components = NonNullable<OpenAPIObject['components']>;
type WithoutReference<T> = Exclude<T, { $ref: string }>;

export type PathItemObject = OpenAPIObject['paths'][string];
export type OperationObject = NonNullable<PathItemObject['get']>;
export type ResponseObject = WithoutReference<NonNullable<Components['responses']>[string]>;
export type ResponsesObject = OperationObject['responses'];
export type ParameterObject = WithoutReference<NonNullable<Components['parameters']>[string]>;
export type SchemaObject = WithoutReference<NonNullable<Components['schemas']>[string]>;
export type HeadersObject = NonNullable<ResponseObject['headers']>;
export type MediaTypeObject = NonNullable<ResponseObject['content']>[string];
