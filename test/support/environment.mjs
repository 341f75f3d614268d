import { TestEnvironment } from 'jest-environment-node';
import './typescript.mjs';

// Once per worker, outside of what Jest loads anew for every spec file.
const { DescribedAnswers } = await import('./described/answers.ts');
const describedAnswers = new DescribedAnswers();

/** Node's environment, with the API document that every answer is held against. */
export default class DescribedEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.describedAnswers = describedAnswers;
  }
}
