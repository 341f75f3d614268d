import { useCallback } from 'react';
import { useLocale, type Language } from '../../messages/language.js';

// Not in the messages of the console, which the first load contains.
const el = {
  first: 'Η πρώτη σας κλήση',
  'first.about': 'Αντιγράψτε μία από αυτές: τα κλειδιά είναι ήδη συμπληρωμένα. Επιστρέφει διακριτικό (token) ή τιμές μιας λίστας.',
  guide: 'Οδηγός: από την εγγραφή στην παραγωγή',
  password: 'Κωδικός πρόσβασης για αυτές τις σελίδες',
  'password.about': 'Με αυτόν βλέπετε τις κλήσεις του προγράμματός σας και αντικαθιστάτε τα κλειδιά. Θα λάβετε σύνδεσμο στο {email}.',
  'password.do': 'Αποστολή συνδέσμου',
  'password.sent': 'Στείλαμε σύνδεσμο στη διεύθυνση {email}.',
};
const en: Readonly<Record<SignUpTextId, string>> = {
  first: 'Your first call',
  'first.about': 'Copy one of these: the keys are already filled in. It returns a token, or the values of a list.',
  guide: 'Guide: from sign-up to production',
  password: 'A password for these pages',
  'password.about': 'It lets you see the calls of your program and replace its keys. We will email a link to {email}.',
  'password.do': 'Send the link',
  'password.sent': 'We have sent a link to {email}.',
};
type SignUpTextId = keyof typeof el;
const TEXTS: Readonly<Record<Language, Readonly<Record<SignUpTextId, string>>>> = { el, en };

/** Returns a function that finds texts of the chosen language by id, and fills in the address. */
export function useSignUpText(): (id: SignUpTextId, email?: string) => string {
  const { language } = useLocale();
  return useCallback((id, email = '') => TEXTS[language][id].replace('{email}', email), [language]);
}
