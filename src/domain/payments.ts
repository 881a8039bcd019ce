/** Waiting time before paying to a new or changed IBAN, so that its owner can notice a fraudulent change. */
export const recentIbanHours = 72

export const bankDetailStates = ['missing', 'complete', 'checksum', 'unreadable'] as const
/** `checksum`: saved although checksum or length are wrong; `unreadable`: the stored IBAN can no longer be decrypted. */
export type BankDetailState = (typeof bankDetailStates)[number]

/** Whether the IBAN was entered or changed less than 72 hours ago. */
export function isRecentIban(changedAt: Date, now: Date): boolean {
  return now.getTime() - changedAt.getTime() < recentIbanHours * 3_600_000
}
