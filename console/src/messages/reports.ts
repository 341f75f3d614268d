import { addLateTexts } from './late-texts.js';
import { reportsEl } from './reports-el.js';
import { reportsEn } from './reports-en.js';

addLateTexts({ el: reportsEl, en: reportsEn });
