export interface AnswerValue {
  readonly value: string | number | boolean;
  readonly title: string | null;
}
export interface QuestionnaireAnswer {
  readonly path: string;
  readonly label: string;
  readonly values: readonly AnswerValue[];
}
export interface Questionnaire {
  readonly line: string;
  readonly version: number;
  readonly persons: readonly {
    readonly role: string;
    readonly title: string;
    readonly afm: string;
    readonly name: string;
    readonly partyId: number | null;
  }[];
  readonly groups: readonly { readonly path: string; readonly title: string; readonly answers: readonly QuestionnaireAnswer[] }[];
}
export interface TimelineEntry {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly at: string;
  readonly actor: string | null;
  readonly actorName: string | null;
  readonly agentCode: string | null;
  readonly transition: {
    readonly fromStatusTitle: string | null;
    readonly toStatusTitle: string;
    readonly action: string;
    readonly fromStatus: string | null;
    readonly toStatus: string;
    readonly reason: string | null;
  } | null;
  readonly decision: { readonly decision: string; readonly terms: object | null; readonly messages: readonly object[] } | null;
  readonly document: { readonly fileName: string } | null;
  readonly receipt: { readonly receiptNo: number; readonly kind: string; readonly gross: number; readonly method: string | null } | null;
  readonly payment: { readonly amount: number; readonly outcome: string } | null;
  readonly message: { readonly kind: string; readonly text: string } | null;
}
export interface HistoryPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}
export interface VersionChanges {
  readonly from: number;
  readonly to: number;
  readonly changes: readonly {
    readonly path: string;
    readonly group: string;
    readonly label: string;
    readonly before: readonly AnswerValue[];
    readonly after: readonly AnswerValue[];
  }[];
}
