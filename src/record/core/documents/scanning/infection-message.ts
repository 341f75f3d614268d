import type { Text } from '../../../../common/language.js';
import type { UploadedDocument } from './scan.repository.js';

/** What staff are told of a document in which something was found. */
export function infectionMessage({ id, applicationId }: UploadedDocument, found: string): Text {
  return {
    el: `Στο έγγραφο ${id} της αίτησης ${applicationId} βρέθηκε ιός (${found}). Το περιεχόμενό του διαγράφηκε.`,
    en: `A virus (${found}) was found in document ${id} of application ${applicationId}. Its content was deleted.`,
  };
}
