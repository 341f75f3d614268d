import { clientsEl } from './clients-el.js';
import { clientsEn } from './clients-en.js';
import { addLateTexts } from './late-texts.js';

addLateTexts({ el: clientsEl, en: clientsEn });
