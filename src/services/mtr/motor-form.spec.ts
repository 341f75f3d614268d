import { listFormDifferences } from '../../../test/support/question-forms.js';
import { MOTOR_FORM } from './motor-form.js';

it('the form of a vehicle application asks for every field that agents can send, in Greek and English', () => {
  expect(listFormDifferences(MOTOR_FORM)).toEqual([]);
});
