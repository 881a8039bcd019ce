import type { BankAnswer, BankEntry } from './bank-answer.ts'

/** An account that a bank's file is about. */
export interface ReportedAccount {
  /** As the file has it; null if it names none. */
  readonly account: string | null
  readonly isOwn: boolean
  readonly entries: number
}

/** Whether a number of a file is this IBAN: banks write it whole, or only the part behind its check digits. */
function isSame(iban: string, account: string): boolean {
  const bare = account.replace(/[\s-]+/g, '').toUpperCase()
  return bare === iban || bare === iban.slice(4)
}

/**
 * The answer with what is about the provider's own accounts, and the accounts that it names. A statement of anybody else's
 * account says nothing about the provider's money, whatever references it repeats. Status reports name no account: they answer a
 * file by its number.
 */
export function ownPart<Answer extends BankAnswer>(
  answer: Answer,
  ibans: readonly string[],
): { answer: Answer; accounts: readonly ReportedAccount[] } {
  if (answer.kind !== 'account_report') return { answer, accounts: [] }
  const isOwn = ({ account }: Pick<BankEntry, 'account'>) => account !== null && ibans.some((iban) => isSame(iban, account))
  const accountNumbers = [...new Set(answer.entries.map(({ account }) => account))]
  const accounts = accountNumbers.map((account) => ({
    account,
    isOwn: isOwn({ account }),
    entries: answer.entries.filter((entry) => entry.account === account).length,
  }))
  return { answer: { ...answer, entries: answer.entries.filter(isOwn) }, accounts }
}
