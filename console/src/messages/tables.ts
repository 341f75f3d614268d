import { addLateTexts } from './late-texts.js';
import { tablesEl } from './tables-el.js';
import { tablesEn } from './tables-en.js';

addLateTexts({ el: tablesEl, en: tablesEn });
