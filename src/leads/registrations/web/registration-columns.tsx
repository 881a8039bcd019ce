import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { clientWordNotes } from '#leads/client-confirmations/domain.ts'
import { clientWordTones } from '#leads/client-confirmations/web/client-word-tones.ts'
import { clientName, companyBeside } from '#leads/domain/client-names.ts'
import { inputName } from '#leads/fields/web/custom-values.ts'
import { FieldValueText } from '#leads/fields/web/field-text.tsx'
import { valueText } from '#leads/fields/web/value-field.ts'
import { amountText, type Fields, type Offers, offerLanguage, offerName } from '#leads/lead-settings/web/data.ts'
import { refusalReasonLabels, registrationStateLabels } from '#leads/leads/domain/registration-states.ts'
import { ownValue } from '#platform/domain/keys.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { ListedRegistration } from '../api/registrations.ts'
import { m } from '../messages/messages.ts'
import { protectionText, registrationTones } from './protection.ts'

export type RowStep = 'accept' | 'refuse' | 'compare'

interface ColumnWords {
  readonly offers: Offers
  /** The custom fields that lists show. */
  readonly fields: Fields
  readonly mayLackAmount: boolean
}

/** A column of a custom field. */
const fieldColumn = (field: Fields[number]): Column<ListedRegistration> => ({
  key: inputName(field.key),
  label: field.name,
  figure: field.kind === 'number' || field.kind === 'amount' || field.kind === 'date',
  cell: ({ fields = {} }) => {
    const value = ownValue(fields, field.key)
    if (value === undefined) return <span className="soft">—</span>
    return (
      <span className="clamp" title={valueText(field, value)}>
        <FieldValueText kind={field.kind} text={valueText(field, value)} />
      </span>
    )
  },
})

/** Columns of the registrations of staff. */
export const registrationColumns = (
  { offers, fields, mayLackAmount }: ColumnWords,
  onStep: (step: RowStep, row: ListedRegistration) => void,
): readonly Column<ListedRegistration>[] => [
  {
    key: 'company',
    label: m.lead(),
    card: 'title',
    cell: ({ id, company, name }) => (
      <>
        <Anchor component={Link} className="clamp" to={`${pagePaths.adminLeads}?lead=${id}`}>
          {clientName({ name, company })}
        </Anchor>
        {companyBeside({ name, company }) !== '' && <p className="cell-note clamp">{name}</p>}
      </>
    ),
  },
  {
    key: 'offer',
    label: m.offer(),
    priority: 3,
    cell: ({ estimatedAmountCents, offerType }) => (
      <>
        <span className="figure">{amountText(estimatedAmountCents, mayLackAmount)}</span>
        <p lang={offerLanguage(offers, offerType)} className="cell-note clamp" style={{ minWidth: 0 }}>
          {offerName(offers, offerType)}
        </p>
      </>
    ),
  },
  {
    key: 'note',
    label: m.noteAndClient(),
    cell: ({ notes, client }) => (
      <>
        {client && <StatusBadge tone={clientWordTones[client.word]}>{clientWordNotes[client.word]}</StatusBadge>}
        {notes && (
          <p className="cell-note clamp" title={notes}>
            {notes}
          </p>
        )}
        {!client && !notes && <span className="soft">—</span>}
      </>
    ),
  },
  ...fields.map(fieldColumn),
  { key: 'partner', label: m.partner(), kept: true, cell: ({ partner }) => <PartnerLink partner={partner} /> },
  {
    key: 'submitted',
    label: m.submitted(),
    sort: 'submitted',
    priority: 2,
    figure: true,
    cell: ({ submittedAt, number }) => (
      <>
        {shortDate(submittedAt)}
        <div className="cell-note figure">
          <Reference value={number} />
        </div>
      </>
    ),
  },
  {
    key: 'state',
    label: m.state(),
    kept: true,
    cell: (row) => (
      <>
        <StatusBadge tone={registrationTones[row.state]}>{registrationStateLabels[row.state]}</StatusBadge>{' '}
        {row.isLate && <StatusBadge tone="danger">{m.late()}</StatusBadge>}{' '}
        {row.extension?.state === 'asked' && <StatusBadge tone="todo">{m.extensionAskedFor()}</StatusBadge>}
        {row.rivals > 0 && <StatusBadge tone="todo">{row.isFirst ? m.firstOfSeveral() : m.anotherIsFirst()}</StatusBadge>}
        <p className="cell-note">{row.reason ? refusalReasonLabels[row.reason] : protectionText(row)}</p>
      </>
    ),
  },
  {
    key: 'actions',
    label: m.actions(),
    labelHidden: true,
    align: 'end',
    card: 'actions',
    cell: (row) => (row.rivals > 0 || row.can.accept || row.can.refuse ? <RowButtons row={row} onStep={onStep} /> : null),
  },
]

interface RowButtonsProps {
  readonly row: ListedRegistration
  readonly onStep: (step: RowStep, row: ListedRegistration) => void
}

function RowButtons({ row, onStep }: RowButtonsProps) {
  const { can, rivals } = row
  const company = clientName(row)
  return (
    <div className="row-actions">
      {rivals > 0 && (
        <RowButton look="default" aria-label={m.compareCompany({ company })} onClick={() => onStep('compare', row)}>
          {m.compare()}
        </RowButton>
      )}
      {can.accept && (
        <RowButton aria-label={m.acceptCompany({ company })} onClick={() => onStep('accept', row)}>
          {m.accept()}
        </RowButton>
      )}
      {can.refuse && (
        <RowButton look="danger" aria-label={m.refuseCompany({ company })} onClick={() => onStep('refuse', row)}>
          {m.refuse()}
        </RowButton>
      )}
    </div>
  )
}
