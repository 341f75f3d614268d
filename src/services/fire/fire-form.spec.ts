import { listFormDifferences } from '../../../test/support/question-forms.js';
import { FIRE_FORM } from './fire-form.js';

it('the form of a fire application asks for every field that agents can send, in Greek and English', () => {
  expect(listFormDifferences(FIRE_FORM)).toEqual([]);
});
