/** Why a lead is in Perdu. */
export const lostReasons = ['budget', 'competitor', 'no_answer', 'no_need', 'not_target', 'already_client', 'other'] as const
export type LostReason = (typeof lostReasons)[number]

export const lostReasonLabels: Readonly<Record<LostReason, string>> = {
  budget: 'Budget insuffisant',
  competitor: 'Parti chez un concurrent',
  no_answer: 'Injoignable',
  no_need: 'Pas de besoin',
  not_target: 'Hors cible',
  already_client: 'Déjà client',
  other: 'Autre raison',
}

export const maxLostNote = 500

/** Why a lead was lost, as somebody said. */
export interface Loss {
  readonly reason: LostReason
  /** Plain text; empty where the reason says it all. */
  readonly note: string
}

/** 'Budget insuffisant : pas avant 2028', in one line. */
export function lossText({ reason, note }: Loss): string {
  return note ? `${lostReasonLabels[reason]} : ${note}` : lostReasonLabels[reason]
}
