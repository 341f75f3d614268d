import { ask, askGroup, type QuestionForm } from '../../../src/record/reference/products/question-form.js';
import { TravelApplicationRequest } from './travel.dto.js';
import type { TravelClient, TravelQuestionnaire } from './travel-questionnaire.js';

/** Questions of the travel line. */
export const TRAVEL_FORM: QuestionForm<TravelQuestionnaire> = {
  dto: TravelApplicationRequest,
  sections: [{ title: { el: 'Ταξίδι', en: 'Journey' }, from: 'start_date' }],
  fields: {
    start_date: ask('Έναρξη ασφάλισης', 'Start of insurance'),
    destination: ask('Προορισμός', 'Destination'),
    travellers: ask('Ταξιδιώτες', 'Travellers'),
    sum_insured: ask('Ασφαλιζόμενο κεφάλαιο (€)', 'Sum insured (€)'),
    client: askGroup<TravelClient>('Λήπτης της ασφάλισης', 'Client', {
      afm: ask('ΑΦΜ', 'Tax number'),
      last_name: ask('Επώνυμο', 'Surname'),
      first_name: ask('Όνομα', 'First name'),
    }),
  },
};
