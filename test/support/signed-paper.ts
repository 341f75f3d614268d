import type { HttpResponse } from './client.js';
import type { Caller } from './collection.js';
import { expectStatus } from './fire-app.js';
import type { StaffClient } from './staff-client.js';

/** Uploads the paper that the customer signed, as the agent; returns its number. */
export async function uploadSigned({ client, root }: Caller, id: number): Promise<number> {
  const path = `${root}/docs-api/policy/applications/${id}/documents?file_name=signed.txt&mime_type=text/plain&category_id=2`;
  const options = { body: Buffer.from(`Υπογραφή ${id}`), headers: { 'Content-Type': 'application/octet-stream' } };
  return expectStatus(201, await client.call('POST', path, options)).json<{ id: number }>().id;
}

/** Records an acceptance with its evidence. */
export async function acceptOnPaper(agent: Caller, issuing: StaffClient, id: number): Promise<HttpResponse> {
  return issuing.recordAcceptance(id, true, { documentId: await uploadSigned(agent, id) });
}
