import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { PartnerRole } from '#access/domain/actor.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { hasAbility } from '#access/web/rights.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { explanationOf } from '#partners/team/domain.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { m } from '../messages/messages.ts'
import classes from './overview.module.css'

/** What each role begins with: the page and what is done there. */
const begins = {
  manager: { path: pagePaths.leads, text: m.roleBeginsLeads },
  member: { path: pagePaths.leads, text: m.roleBeginsLeads },
  accountant: { path: pagePaths.commissions, text: m.roleBeginsCommissions },
} as const satisfies Partial<Record<PartnerRole, object>>

/** Tells a colleague what they are at the company, what they see and do, and who decides about that. */
export default function RoleCard({ role }: { readonly role: Exclude<PartnerRole, 'owner'> }) {
  const me = useMe()
  const { path, text } = begins[role]
  const title = m.roleAtCompany({ role: partnerRoleLabels[role], company: me.company || 'none' })
  return (
    <section className={classes.panel} aria-label={title}>
      <p style={{ margin: 0 }}>
        <strong>{title}</strong>
      </p>
      <p style={{ margin: '4px 0' }}>
        {explanationOf(role, hasAbility(me, 'own_money'))}. {m.roleBy()}
      </p>
      <Anchor component={Link} to={path} fz="sm">
        {text()}
      </Anchor>{' '}
      ·{' '}
      <Anchor component={Link} to={pagePaths.team} fz="sm">
        {m.team()}
      </Anchor>
    </section>
  )
}
