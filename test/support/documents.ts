import { writeFileSync } from 'node:fs';
import type { Language } from '../../src/common/language.js';
import type { HttpResponse } from './client.js';
import { CHARGE_TIME } from './collection.js';
import { expectStatus, FireApp, type FireAgent } from './fire-app.js';
import { LocalCollectionClient } from './collection-client.js';
import { MotorAgent } from './motor.js';
import { readPdf } from './pdf-text.js';

export const SystemCategory = { POLICY: 28, RECEIPT: 30, CANCELLATION: 32 } as const;

/** A running application with an agent for each line and the issuing department, at `CHARGE_TIME`. */
export interface DocumentFixture {
  readonly app: FireApp;
  readonly fire: FireAgent;
  readonly motor: MotorAgent;
  readonly issuing: LocalCollectionClient;
}

export async function startDocumentFixture(): Promise<DocumentFixture> {
  const app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  const { production: fire } = await app.createAgent();
  const { production: motor } = await MotorAgent.create(app, { code: 'B100', name: 'Οχημάτων' });
  return { app, fire, motor, issuing: await LocalCollectionClient.open(app) };
}

export interface ListedDocument {
  readonly id: number;
  readonly category_id: number;
  readonly category_title: string;
  readonly file_name: string;
}

export async function listDocuments(agent: FireAgent, id: number | string, category?: number): Promise<ListedDocument[]> {
  const listed = expectStatus(200, await agent.client.get(buildDocumentPath(agent, id))).json<ListedDocument[]>();
  return category === undefined ? listed : listed.filter((one) => one.category_id === category);
}

export function buildDocumentPath({ root }: FireAgent, id: number | string, documentId?: number): string {
  return `${root}/docs-api/policy/applications/${id}/documents${documentId === undefined ? '' : `/${documentId}`}`;
}

/** Reads the text of a document in the language, with its lines joined. */
export async function readDocumentText(
  agent: FireAgent,
  id: number | string,
  document: ListedDocument,
  language: Language = 'el',
): Promise<string> {
  const headers = { 'Accept-Language': language };
  const response = expectStatus(200, await agent.client.get(buildDocumentPath(agent, id, document.id), { headers }));
  expect(response.headers['content-language']).toBe(language);
  return readPrintedText(response, `${language}-${document.file_name}`);
}

/** Reads the text of a PDF with its lines joined. The variable LOOK names a folder in which the file is saved. */
export async function readPrintedText({ bytes }: HttpResponse, name: string): Promise<string> {
  if (process.env['LOOK']) writeFileSync(`${process.env['LOOK']}/${name}`, bytes);
  return (await readPdf(bytes)).text.replaceAll('\n', ' ');
}
