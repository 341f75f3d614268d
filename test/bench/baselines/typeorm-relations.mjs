import 'reflect-metadata';
import express from 'express';
import { DataSource, EntitySchema } from 'typeorm';
import { serve } from './serve.mjs';

/**
 * Baseline with the same application as a tree of entities, read by `findOne` with relations. The price remains one
 * column, which favours this baseline.
 */
const TREES = 50;
const COLUMN_TYPES = { string: 'text', number: 'double precision', boolean: 'boolean', object: 'jsonb' };
const CHILDREN_OF = {
  application: { persons: 'person', objects: 'object' },
  person: { consents: 'consent' },
  object: { insuredValues: 'insured_value', claims: 'claim', coOwners: 'co_owner', loans: 'loan' },
};
const RELATIONS = { persons: { consents: true }, objects: { insuredValues: true, claims: true, coOwners: true, loans: true } };

await serve(async ({ databaseUrl, entity }) => {
  const { tree, samples } = toTree(entity);
  const entities = Object.entries(samples).map(([name, sample]) => schemaOf(name, sample));
  const dataSource = new DataSource({
    type: 'postgres',
    url: databaseUrl,
    schema: 'bench',
    entities,
    synchronize: true,
    poolSize: 10,
  });
  await dataSource.initialize();
  const applications = dataSource.getRepository('application');
  for (let count = 0; count < TREES; count += 1) await applications.save(structuredClone(tree));

  const app = express();
  app.get('/rows/:id', async (request, response) => {
    response.json(await applications.findOne({ where: { key: Number(request.params.id) }, relations: RELATIONS }));
  });
  return { app, ids: { stored: Array.from({ length: TREES }, (_, index) => index + 1) } };
});

/** Converts the product's response to a tree, with one item of each kind as the source of the columns. */
function toTree({ client, insured, objects_insured: objects, links: _, ...application }) {
  const { consents, ...person } = client;
  const { insured_values: insuredValues, claims_history: claims, 'co-owners': coOwners, mortgages_loans: loans, ...object } = objects[0];
  const tree = { ...application, persons: [client, insured], objects: [{ ...object, insuredValues, claims, coOwners, loans }] };
  const samples = { application, person, consent: consents[0], object, insured_value: insuredValues[0] };
  const unsent = { claim: { claim_id: 1, claim_date: '', claim_amount: 1 }, co_owner: person, loan: { bank_id: '', amount_loan: 1 } };
  return { tree, samples: { ...samples, ...unsent } };
}

function schemaOf(name, sample) {
  const columns = { key: { type: 'int', primary: true, generated: true } };
  for (const [field, value] of Object.entries(sample)) columns[field] = { type: COLUMN_TYPES[typeof value], nullable: true };
  const relations = {};
  for (const [field, child] of Object.entries(CHILDREN_OF[name] ?? {}))
    relations[field] = { type: 'one-to-many', target: child, inverseSide: 'parent', cascade: true };
  const parent = Object.keys(CHILDREN_OF).find((owner) => Object.values(CHILDREN_OF[owner]).includes(name));
  if (parent !== undefined)
    relations.parent = { type: 'many-to-one', target: parent, inverseSide: fieldOf(parent, name), joinColumn: true };
  const indices = parent === undefined ? [] : [{ columns: ['parent'] }];
  return new EntitySchema({ name, tableName: `tree_${name}`, columns, relations, indices });
}

function fieldOf(parent, child) {
  return Object.keys(CHILDREN_OF[parent]).find((field) => CHILDREN_OF[parent][field] === child);
}
