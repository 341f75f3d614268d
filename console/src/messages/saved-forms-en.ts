import type { savedFormsEl } from './saved-forms-el.js';

/** Texts about saved forms of quotes, in English. */
export const savedFormsEn: Readonly<Record<keyof typeof savedFormsEl, string>> = {
  'saved.title': 'Saved forms',
  'saved.save': 'Save for later',
  'saved.save.says': 'The form stays on the server for 30 days after it was last saved. Only you see it, on every device.',
  'saved.consent.title': 'Consent',
  'saved.consent': 'The client agrees that these data are stored',
  'saved.toast': 'The form was saved.',
  'saved.stored': 'Saved',
  'saved.delete': 'Delete',
  'saved.delete.says': 'The saved form “{title}” is deleted.',
};
