export interface Text {
  readonly el: string;
  readonly en: string;
}

export type Language = keyof Text;

export const LANGUAGES: readonly Language[] = ['el', 'en'];

export const DEFAULT_LANGUAGE: Language = 'el';
