import type { templatesEl } from './templates-el.js';

/** English texts about message templates, by id. */
export const templatesEn: Readonly<Record<keyof typeof templatesEl, string>> = {
  'template.about': 'Texts with which an underwriter begins the message of a decision.',
  'template.new': 'New template',
  'template.says': 'Underwriters choose a template and adapt it. In braces only {names}: they are filled in with the decision.',
  'template.delete': 'Delete',
  'template.delete.says': 'The template “{title}” is deleted. Messages that were sent do not change.',
  'template.decision': 'Decision',
  'template.text': 'Text',
  'template.updated': 'Last change',
  'template.insert': 'Insert a template',
  'template.insert.hint': 'It is added below what you typed. You can edit it.',
  'template.none': 'None',
};
