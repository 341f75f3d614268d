export { languageOf } from '../common/accept-language.js';
