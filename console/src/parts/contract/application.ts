import type { Schema } from '../../api/schema.js';

export type Application = Schema<'StaffApplicationResponse'>;
