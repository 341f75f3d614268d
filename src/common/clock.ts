/** The only source of "now": tests inject their own, a production build takes none from outside. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
