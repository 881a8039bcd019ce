import { sql } from 'kysely'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { isLost } from '#leads/stages/domain/stages.ts'
import type { Tx } from '#platform/server/db/database.ts'

interface Contact {
  readonly email: string
  readonly company: string
}

/** `findDuplicate` for a whole batch in one query, with the normalized company of each row, in the order of `contacts`. */
export async function findDuplicates(
  tx: Tx,
  contacts: readonly Contact[],
): Promise<{ companyKey: string; duplicateOf: string | null }[]> {
  const contactList = JSON.stringify(contacts.map(({ email, company }, at) => ({ at, email, company })))
  const { rows } = await sql<{ companyKey: string; duplicateOf: string | null }>`
    select app.company_key(r.company) as "companyKey", app.known_lead(r.email, r.company, null) as "duplicateOf"
    from json_to_recordset(${contactList}::json) as r(at int, email text, company text) order by r.at
  `.execute(tx)
  return rows
}

/** Finds duplicates within one batch, whose rows are not in the database yet. Lost leads (`refuse`) have no duplicates. */
export class BatchMemory<T> {
  readonly #byEmail = new Map<string, T>()
  readonly #byCompany = new Map<string, T>()

  earlier(email: string, companyKey: string): T | null {
    return this.#byEmail.get(email.toLowerCase()) ?? this.#byCompany.get(companyKey) ?? null
  }

  add(lead: T, { email, companyKey, status }: { email: string; companyKey: string; status: LeadStatus }): void {
    if (isLost(status)) return
    if (!this.#byEmail.has(email.toLowerCase())) this.#byEmail.set(email.toLowerCase(), lead)
    if (!this.#byCompany.has(companyKey)) this.#byCompany.set(companyKey, lead)
  }
}
