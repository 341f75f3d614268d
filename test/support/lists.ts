import { ReferenceLists } from '../../src/record/reference/lists/reference-lists.js';

/** Parameter lists of the release. */
export const referenceLists = new ReferenceLists();
