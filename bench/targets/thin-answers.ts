// What floor and PostGraphile take and answer, who share the thin schema.
import type { LeadAnswer, SumsAnswer } from './target.ts'

/** Amounts are euros with their cents; PostGraphile writes them as text. */
export type Euros = number | string

export interface ThinLead {
  readonly name: string
  readonly company: string
  readonly amount: Euros
  readonly status: string
  readonly createdAt: string
}

export interface ThinOverview {
  readonly leads: Readonly<Record<string, { readonly count: number; readonly amount: Euros }>>
  readonly commissions: Readonly<Record<string, Euros>>
}

/** A word as the thin schema has it in its search texts. */
export const searched = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const centsOf = (euros: Euros) => Math.round(Number(euros) * 100)
export const eurosOf = (cents: number) => (cents / 100).toFixed(2)

export const leadAnswer = (id: string, { name, company, amount, status, createdAt }: ThinLead): LeadAnswer => ({
  id,
  name,
  company,
  status,
  amountCents: centsOf(amount),
  createdAt: new Date(createdAt).toISOString(),
})

export function sumsAnswer({ leads, commissions }: ThinOverview): SumsAnswer {
  const mapped = <T, U>(all: Readonly<Record<string, T>>, change: (each: T) => U) =>
    Object.fromEntries(Object.entries(all).map(([status, each]) => [status, change(each)]))
  return {
    leads: mapped(leads, ({ count, amount }) => ({ count, amountCents: centsOf(amount) })),
    commissions: mapped(commissions, centsOf),
  }
}
