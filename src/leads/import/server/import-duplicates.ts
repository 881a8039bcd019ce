import { sql } from 'kysely'
import type { Contact } from '#leads/leads/server/duplicate-queries.ts'
import type { Tx } from '#platform/server/db/database.ts'

interface ComparedContact {
  readonly companyKey: string
  readonly phoneKey: string
  readonly duplicateOf: string | null
}

/** `findDuplicate` for a whole batch in one query, with the keys by which each row is compared, in the order of `contacts`. */
export async function findDuplicates(tx: Tx, contacts: readonly Contact[]): Promise<ComparedContact[]> {
  const contactList = JSON.stringify(contacts.map(({ email, company, phone }, at) => ({ at, email, company, phone })))
  const { rows } = await sql<ComparedContact>`
    select app.company_key(r.company) as "companyKey", app.phone_key(r.phone) as "phoneKey",
      app.known_lead(r.email, r.company, r.phone, r.email = '' or r.company = '', null) as "duplicateOf"
    from json_to_recordset(${contactList}::json) as r(at int, email text, company text, phone text) order by r.at
  `.execute(tx)
  return rows
}
