import { addLateTexts } from './late-texts.js';
import { ownEl } from './own-el.js';
import { ownEn } from './own-en.js';

addLateTexts({ el: ownEl, en: ownEn });
