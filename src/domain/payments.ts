/** For so long nothing is paid to an IBAN that was entered or changed: time for its owner to notice. */
export const recentIbanHours = 72

export const bankDetailStates = ['missing', 'complete', 'checksum', 'unreadable'] as const
/** `checksum`: saved although checksum or length do not fit; `unreadable`: the stored IBAN cannot be decrypted any more. */
export type BankDetailState = (typeof bankDetailStates)[number]

/** Whether an IBAN was entered or changed less than 72 hours ago. */
export function isRecentIban(changedAt: Date, now: Date): boolean {
  return now.getTime() - changedAt.getTime() < recentIbanHours * 3_600_000
}
