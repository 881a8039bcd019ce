import { expect } from 'vitest'
import type { RuleAccount } from '#money/rules/domain/account.ts'
import { readAccount } from '#money/rules/server/account-queries.ts'
import type { Tx } from '#platform/server/db/database.ts'

/** A partner's accounts, one for each rule of theirs; where a bonus counts over all offers, one that holds every rule. */
export async function accountsOf(tx: Tx, partnerId: string): Promise<RuleAccount[]> {
  const rules = tx.selectFrom('commission_facts').select('rule_id').distinct().where('partner_id', '=', partnerId)
  const accounts: RuleAccount[] = []
  for (const { rule_id: ruleId } of await rules.execute()) {
    const account = await readAccount(tx, partnerId, ruleId)
    if (accounts.length === 0 || !account.isOverAll) accounts.push(account)
  }
  return accounts
}

/** What is left of a partner's commissions is what the recorded facts come to, line by line, in revenue and amount. */
export async function checkAccounts(tx: Tx, partnerId: string): Promise<void> {
  const rows = await tx.selectFrom('commissions').selectAll().where('partner_id', '=', partnerId).execute()
  const keys = new Map(
    rows.map(({ id, reason, lead_id, client_payment_id: source }) => {
      return [id, reason ? `${reason.seq}/${reason.line}` : `${lead_id ?? id} ${source ?? 'signature'}`]
    }),
  )
  const stored = new Sums()
  for (const { id, reverses_id, amount_cents, revenue_cents } of rows) {
    stored.add(keys.get(reverses_id ?? id) ?? '', amount_cents, revenue_cents)
  }
  const engine = new Sums()
  for (const account of await accountsOf(tx, partnerId)) {
    for (const line of account.lines) {
      const isInOneLine = account.lead(line.leadId ?? '')?.inOneLine
      const key = isInOneLine ? `${line.leadId} ${line.source}` : account.keyOf(line.reverses ?? line.id)
      engine.add(key, line.amountCents, line.revenueCents)
    }
  }
  expect(stored.some).toEqual(engine.some)
}

class Sums {
  private readonly byKey = new Map<string, { readonly amount: number; readonly revenue: number }>()

  add(key: string, amount: number, revenue: number): void {
    const before = this.byKey.get(key) ?? { amount: 0, revenue: 0 }
    this.byKey.set(key, { amount: before.amount + amount, revenue: before.revenue + revenue })
  }

  /** Those that are not nothing. */
  get some() {
    return Object.fromEntries([...this.byKey].filter(([, { amount, revenue }]) => amount !== 0 || revenue !== 0).sort())
  }
}
