import { addLateTexts } from './late-texts.js';
import { templatesEl } from './templates-el.js';
import { templatesEn } from './templates-en.js';

addLateTexts({ el: templatesEl, en: templatesEn });
