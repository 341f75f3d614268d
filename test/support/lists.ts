import { ReferenceLists } from '../../src/record/reference/reference-lists.js';

/** The lists of the release. */
export const referenceLists = new ReferenceLists();
