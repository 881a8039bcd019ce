import { sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { clientListed } from '#leads/domain/client-names.ts'
import { shownCompany, shownName } from '#leads/hidden-clients/server/queries.ts'
import { quoted } from '#platform/domain/typed-amounts.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { m } from '../messages/messages.ts'

/** How a row names its lead; empty where it does not. */
export interface LeadNaming {
  readonly leadId: string
  readonly company: string
  readonly email: string
}

interface FoundLead {
  readonly id: string
  readonly name: string
  readonly company: string
  readonly isSigned: boolean
  readonly partner: string
}

/**
 * The leads that each row may mean, in the order of `namings`: by id, else by company (ignoring case, accents, punctuation and
 * legal form) and e-mail, whichever is given.
 */
export async function findLeads(tx: Tx, namings: readonly LeadNaming[]): Promise<readonly (readonly FoundLead[])[]> {
  const json = JSON.stringify(
    namings.map(({ leadId, company, email }, at) => ({
      at,
      id: uuid.test(leadId) ? leadId : null,
      named: leadId,
      company,
      email,
    })),
  )
  const columns = sql`l.id, ${shownName} as name, ${shownCompany} as company, l.status = 'signe' as "isSigned",
    p.full_name as partner`
  // One branch for each index.
  const { rows } = await sql<FoundLead & { at: number }>`
    with r as (select * from json_to_recordset(${json}::json) as r(at int, id uuid, named text, company text, email text))
    select r.at, ${columns} from r join leads l on l.id = r.id join ${partnerContacts} p on p.partner_id = l.partner_id
    union all
    select r.at, ${columns} from r join leads l on l.company_key = app.company_key(r.company)
      join ${partnerContacts} p on p.partner_id = l.partner_id
      where r.named = '' and r.company <> '' and (r.email = '' or lower(l.email) = lower(r.email))
    union all
    select r.at, ${columns} from r join leads l on lower(l.email) = lower(r.email)
      join ${partnerContacts} p on p.partner_id = l.partner_id
      where r.named = '' and r.company = '' and r.email <> ''
    order by 1, 2`.execute(tx)
  const byRow = Map.groupBy(rows, ({ at }) => at)
  return namings.map((_, at) => byRow.get(at) ?? [])
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const maxLeadNames = 3

/** The lead that a row names, or why it is none: one lead in Signé, and never a guess among several. */
export function chooseLead(
  leads: readonly FoundLead[],
  { leadId, company, email }: LeadNaming,
): FoundLead | { readonly why: string } {
  const naming = leadId || [company, email].filter(Boolean).join(', ')
  if (!naming) return { why: m.leadNotNamed() }
  const signed = leads.filter(({ isSigned }) => isSigned)
  const [one, other] = signed
  if (other) {
    const names = signed.slice(0, maxLeadNames).map((lead) => `${clientListed(lead)} (${lead.partner})`)
    const more = signed.length - maxLeadNames
    const choices = more > 0 ? [...names, m.moreLeads({ count: more })] : names
    return { why: m.namingMayBe({ naming: quoted(naming), leads: choices.join(` ${m.or()} `) }) }
  }
  if (one) return one
  return { why: leads.length > 0 ? m.namingNotSigned({ naming: quoted(naming) }) : m.namingUnknown({ naming: quoted(naming) }) }
}
