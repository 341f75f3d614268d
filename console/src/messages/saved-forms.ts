import { addLateTexts } from './late-texts.js';
import { savedFormsEl } from './saved-forms-el.js';
import { savedFormsEn } from './saved-forms-en.js';

addLateTexts({ el: savedFormsEl, en: savedFormsEn });
