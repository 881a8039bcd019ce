import { sql } from 'kysely'
import type { LeadStatus } from '#domain/leads.ts'
import type { Tx } from '#server/db/database.ts'

interface Candidate {
  readonly email: string
  readonly company: string
}

/**
 * For each candidate the company as it is compared and the oldest lead that looks like it, as `knownLead` finds one:
 * whoever's it is, and in one query for a whole batch.
 */
export async function knownLeads(
  tx: Tx,
  candidates: readonly Candidate[],
): Promise<{ companyKey: string; knownId: string | null }[]> {
  const given = JSON.stringify(candidates.map(({ email, company }, at) => ({ at, email, company })))
  const { rows } = await sql<{ companyKey: string; knownId: string | null }>`
    select app.company_key(r.company) as "companyKey", app.known_lead(r.email, r.company, null) as "knownId"
    from json_to_recordset(${given}::json) as r(at int, email text, company text) order by r.at
  `.execute(tx)
  return rows
}

/** Remembers the leads of one batch, which do not know each other from the database: lost ones are nobody's. */
export class BatchMemory<T> {
  readonly #byEmail = new Map<string, T>()
  readonly #byCompany = new Map<string, T>()

  earlier(email: string, companyKey: string): T | null {
    return this.#byEmail.get(email.toLowerCase()) ?? this.#byCompany.get(companyKey) ?? null
  }

  add(lead: T, { email, companyKey, status }: { email: string; companyKey: string; status: LeadStatus }): void {
    if (status === 'refuse') return
    if (!this.#byEmail.has(email.toLowerCase())) this.#byEmail.set(email.toLowerCase(), lead)
    if (!this.#byCompany.has(companyKey)) this.#byCompany.set(companyKey, lead)
  }
}
