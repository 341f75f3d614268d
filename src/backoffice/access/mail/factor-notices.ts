import type { Language, Text } from '../../../common/language.js';

interface NoticeText {
  readonly subject: Text;
  readonly lines: Readonly<Record<Language, readonly string[]>>;
}

const NOT_YOU: Text = {
  el: 'Αν δεν το κάνατε εσείς, αλλάξτε τον κωδικό πρόσβασής σας και ενημερώστε έναν διαχειριστή.',
  en: 'If this was not you, change your password and tell an administrator.',
};

export const FACTOR_NOTICES = {
  added: {
    subject: { el: 'Νέος δεύτερος παράγοντας', en: 'New second factor' },
    lines: {
      el: ['Στον λογαριασμό σας ορίστηκε νέος δεύτερος παράγοντας σύνδεσης.', NOT_YOU.el],
      en: ['A new second factor for signing in was added to your account.', NOT_YOU.en],
    },
  },
  removed: {
    subject: { el: 'Κατάργηση δεύτερου παράγοντα', en: 'Second factor removed' },
    lines: {
      el: ['Από τον λογαριασμό σας καταργήθηκε ένας δεύτερος παράγοντας σύνδεσης.', NOT_YOU.el],
      en: ['A second factor for signing in was removed from your account.', NOT_YOU.en],
    },
  },
  recoveryCodeUsed: {
    subject: { el: 'Χρήση κωδικού ανάκτησης', en: 'Recovery code used' },
    lines: {
      el: ['Έγινε σύνδεση στον λογαριασμό σας με κωδικό ανάκτησης. Απομένουν {left}.', NOT_YOU.el],
      en: ['Somebody signed in to your account with a recovery code. {left} are left.', NOT_YOU.en],
    },
  },
  reset: {
    subject: { el: 'Επαναφορά δεύτερου παράγοντα', en: 'Second factor reset' },
    lines: {
      el: [
        'Η διαχείριση κατάργησε τον δεύτερο παράγοντα και τους κωδικούς ανάκτησης του λογαριασμού σας. Η σύνδεση γίνεται πλέον με τον κωδικό πρόσβασης.',
        'Συνδεθείτε και ορίστε νέο. Αν δεν το ζητήσατε εσείς, ενημερώστε αμέσως έναν διαχειριστή.',
      ],
      en: [
        'The administration removed the second factor and the recovery codes of your account. You now sign in with your password.',
        'Sign in and set up a new one. If you did not ask for this, tell an administrator at once.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, NoticeText>>;

export type FactorNotice = keyof typeof FACTOR_NOTICES;
