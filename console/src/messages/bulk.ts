import { bulkEl } from './bulk-el.js';
import { bulkEn } from './bulk-en.js';
import { addLateTexts } from './late-texts.js';

addLateTexts({ el: bulkEl, en: bulkEn });
