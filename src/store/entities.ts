import * as environment from './entities/environment.js';
import * as gateway from './entities/gateway.js';
import type { Schema } from './schema.js';

// TypeORM knows an entity by its class, which is a function of any shape.
type EntityClass = abstract new (...args: never[]) => object;

/** The entity classes of a schema's tables; `npm run drift` compares them with what the migrations build. */
export function entitiesOf(schema: Schema): readonly EntityClass[] {
  return Object.values<EntityClass>(schema === 'gateway' ? gateway : environment);
}
