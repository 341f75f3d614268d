import type { StaffCall } from './decorators.js';

/** Where the new thing is found, beside the 201. */
export function setLocation({ staff, response }: StaffCall, path: string): void {
  response.setHeader('Location', `${staff.root}/backoffice-api/${path}`);
}
