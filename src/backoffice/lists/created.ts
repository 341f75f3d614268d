import type { Response } from 'express';
import type { StaffCaller } from '../access/staff-caller.js';

/** Where the new thing is found, beside the 201. */
export function setLocation(response: Response, caller: StaffCaller, path: string): void {
  response.setHeader('Location', `${caller.root}/backoffice-api/${path}`);
}
