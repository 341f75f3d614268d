import type { Schema } from './schema.js';

// TypeORM knows an entity by its class, which is a function of any shape.
type EntityClass = abstract new (...args: never[]) => object;

/** Entity classes by schema (`src/store/entities/*.entity.ts`); `npm run drift` compares them with what the migrations build. */
const gatewayEntities: readonly EntityClass[] = [];

const environmentEntities: readonly EntityClass[] = [];

export function entitiesOf(schema: Schema): readonly EntityClass[] {
  return schema === 'gateway' ? gatewayEntities : environmentEntities;
}
