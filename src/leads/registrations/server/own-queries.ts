import { sql } from 'kysely'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import { endIsNear } from '../domain/registrations.ts'

export interface RegistrationTask {
  readonly lead_id: string
  readonly company: string
  /** `ending`: an extension may still be asked for; `incomplete`: refused for what was missing, and not looked at again. */
  readonly kind: 'ending' | 'incomplete'
  readonly since: Date | null
  readonly protected_until: Date | null
}

/** What a partner may still do for the protection of their leads, the first to end first. Lost leads need none. */
export const registrationsToMind = keptQuery<{ partnerId: string; now: Date }, RegistrationTask>((_, parameter) => {
  const now = sql`${parameter('now')}::timestamptz`
  return sql<RegistrationTask>`
    select r.lead_id, l.client_name as company, 'ending' as kind, null::timestamptz as since, r.protected_until
    from leads l join lead_registrations r on r.lead_id = l.id
    where l.partner_id = ${parameter('partnerId')} and l.status not in ('refuse', 'perdu')
      and l.protected_until > ${now} and l.protected_until <= ${now} + make_interval(days => ${sql.lit(endIsNear)})
      and r.state in ('accepted', 'extended') and r.extension_state is null
    union all
    select r.lead_id, l.client_name, 'incomplete', r.decided_at, null
    from leads l join lead_registrations r on r.lead_id = l.id
    where l.partner_id = ${parameter('partnerId')} and l.status not in ('refuse', 'perdu') and l.registration_state = 'refused'
      and r.state = 'refused' and r.reason = 'incomplet' and r.appealed_at is null
    order by protected_until nulls last, since, lead_id limit 50`
})
