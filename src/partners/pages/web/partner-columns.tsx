import { VisuallyHidden } from '@mantine/core'
import { invitationFilterLabels } from '#accounts/people/domain.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { contractStatusLabels } from '#contracts/contracts/domain/contracts.ts'
import { bankDetailLabels } from '#money/bank-details/domain/bank-details.ts'
import { BankDetailsBadges } from '#money/bank-details/web/bank-details-badges.tsx'
import { billingMissing } from '#money/billing/domain/billing.ts'
import type { PersonRow } from '#partners/partners/api/partners.ts'
import { InvitationTrouble } from '#partners/partners/web/invitation-trouble.tsx'
import { type AskPartner, PartnerActions } from '#partners/partners/web/partner-actions.tsx'
import { isToBeInvited } from '#partners/partners/web/remind-bar.tsx'
import { roleLabel } from '#partners/partners/web/role-choices.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { m } from '../messages/messages.ts'

export const partnerColumns = (onAsk: AskPartner): readonly Column<PersonRow>[] => [
  { key: 'partner', label: m.partner(), sort: 'name', card: 'title', cell: (person) => <PartnerCell person={person} /> },
  {
    key: 'company',
    label: m.company(),
    sort: 'company',
    priority: 2,
    cell: (person) => (
      <>
        <span className="clamp" title={person.company}>
          {person.company || '—'}
        </span>
        <BankDetailsLine person={person} />
      </>
    ),
  },
  {
    key: 'role',
    label: m.role(),
    sort: 'role',
    cell: (person) => (
      <>
        {roleLabel(person)}
        {person.roleByProvider && <p className="cell-note">{m.roleByProvider()}</p>}
      </>
    ),
  },
  { key: 'contract', label: m.contract(), sort: 'contract', kept: true, cell: (person) => <ContractCell person={person} /> },
  {
    key: 'revenue',
    label: m.totalRevenue(),
    sort: 'revenue',
    align: 'end',
    figure: true,
    cell: ({ totalRevenueCents }) => formatEuros(totalRevenueCents),
  },
  {
    key: 'joined',
    label: m.joined(),
    sort: 'joined',
    descendingFirst: true,
    figure: true,
    cell: ({ joinedAt }) => shortDate(joinedAt),
  },
  {
    key: 'actions',
    label: m.actions(),
    align: 'end',
    card: 'actions',
    cell: (person) => <PartnerActions person={person} onAsk={onAsk} />,
  },
]

/** How many colleagues a partner's main person has; nothing where there are none. */
function Colleagues({ count }: { readonly count: number }) {
  if (count < 1) return null
  const text = m.alsoColleagues({ count })
  return (
    <span className="soft" title={text}>
      {' '}
      <span aria-hidden="true">+{count}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

function PartnerCell({ person }: { person: PersonRow }) {
  return (
    <>
      <p className="cell-name clamp" title={person.fullName}>
        {person.role === 'partner' ? (
          <>
            <PartnerLink partner={{ id: person.id, name: person.fullName }} clamped={false} />
            <Colleagues count={(person.people ?? 1) - 1} />
          </>
        ) : (
          person.fullName
        )}
      </p>
      <p className="cell-note clamp" title={person.email}>
        {person.email}
      </p>
      {person.state === 'invited' && (
        <p className="cell-note cell-prose">
          <StatusBadge tone="todo">{isToBeInvited(person) ? invitationFilterLabels.none : m.invited()}</StatusBadge>{' '}
          {person.invitationRemindedAt && m.remindedOn({ day: shortDate(person.invitationRemindedAt) })}
        </p>
      )}
      <InvitationTrouble mail={person.invitationMail} />
    </>
  )
}

function ContractCell({ person: { role, contract } }: { person: PersonRow }) {
  if (role === 'admin') return '—'
  if (!contract) return <span className="soft">{m.noContract()}</span>
  return <StatusBadge tone={contract === 'signe' ? 'green' : 'todo'}>{contractStatusLabels[contract]}</StatusBadge>
}

/** State of a partner's bank details, in a row, and whether billing data is missing. */
function BankDetailsLine({ person: { bankDetails, billing, state } }: { person: PersonRow }) {
  if (!bankDetails || (state === 'invited' && bankDetails.state === 'missing')) return null
  const { state: bank, changedRecently, shared, maskedIban } = bankDetails
  const text = [bank === 'missing' && bankDetailLabels.missing, billing === null && billingMissing()]
  const missing = text.filter(Boolean).join(' · ')
  return (
    <>
      <p className="cell-note cell-prose">
        <BankDetailsBadges details={bankDetails} short />{' '}
        {(shared || (bank === 'complete' && !changedRecently)) && <span className="figure">{maskedIban}</span>}
      </p>
      {missing && (
        <p className="cell-note clamp" title={missing}>
          {missing}
        </p>
      )}
    </>
  )
}
