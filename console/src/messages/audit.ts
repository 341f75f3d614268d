import { addLateTexts } from './late-texts.js';
import { auditEl } from './audit-el.js';
import { auditEn } from './audit-en.js';

addLateTexts({ el: auditEl, en: auditEn });
