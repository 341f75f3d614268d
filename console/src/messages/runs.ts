import { addLateTexts } from './late-texts.js';
import { runsEl } from './runs-el.js';
import { runsEn } from './runs-en.js';

addLateTexts({ el: runsEl, en: runsEn });
