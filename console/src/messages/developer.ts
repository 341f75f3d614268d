import { developerEl } from './developer-el.js';
import { developerEn } from './developer-en.js';
import { addLateTexts } from './late-texts.js';

addLateTexts({ el: developerEl, en: developerEn });
