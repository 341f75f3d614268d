import { hooksEl } from './hooks-el.js';
import { hooksEn } from './hooks-en.js';
import { addLateTexts } from './late-texts.js';

addLateTexts({ el: hooksEl, en: hooksEn });
