import { ReferenceLists } from '../../src/record/reference/lists/reference-lists.js';

/** The lists of the release. */
export const referenceLists = new ReferenceLists();
