import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { type FieldValue, isFromBeginning } from '#leads/fields/domain/fields.ts'
import { fieldsToFill } from '#leads/fields/web/custom-values.ts'
import { FieldValueText } from '#leads/fields/web/field-text.tsx'
import { valueField } from '#leads/fields/web/value-field.ts'
import { type Fields, type Offers, useFields } from '#leads/lead-settings/web/data.ts'
import type { LeadDetail, LeadInput, ListedLead } from '#leads/leads/api/leads.ts'
import { type LeadField, leadFieldNames, leadFields } from '#leads/leads/domain/lead-fields.ts'
import { builtInLabel } from '#leads/leads/web/lead-field-labels.ts'
import { isLost, wonStage } from '#leads/stages/domain/stages.ts'
import { commissionStatusLabels, statusLanguage } from '#money/commissions/domain.ts'
import { ownValue } from '#platform/domain/keys.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { useAbility } from '#platform/web/app/session/rights.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { longDate, relativeDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../../messages/messages.ts'
import classes from '../leads.module.css'
import drawer from './lead-drawer.module.css'
import { leadFieldText } from './lead-field-text.ts'
import { LeadLoss } from './lead-loss.tsx'

const commissionTones = { en_attente: 'todo', valide: 'known', paye: 'received' } as const

/** Fields in the order of the details; the name is the drawer's title. */
export const detailPlaces = {
  name: 'title',
  company: 'half',
  email: 'half',
  phone: 'half',
  website: 'half',
  offerType: 'half',
  estimatedAmountCents: 'half',
  notes: 'wide',
} as const satisfies Readonly<Record<LeadField, 'title' | 'half' | 'wide'>>

interface LeadDetailsProps {
  /** What its card knows of it, until it is read. */
  readonly lead: ListedLead
  readonly whole: LeadDetail | undefined
  readonly offers: Offers
  readonly onEdit: (lead: { readonly id: string }) => void
  /** A dialog is open on top of the drawer. */
  readonly onCover: (covered: boolean) => void
}

/** The lead's fields, commission, partner and dates. Empty fields are left out; staff are offered to fill them in. */
export function LeadDetails({ lead, whole, offers, onEdit, onCover }: LeadDetailsProps) {
  const values: Partial<LeadInput> = whole ?? lead
  const fields = useFields()
  const seesAmounts = useAbility('own_money')
  const partner = whole?.partner ?? lead.partner
  const typedBy = whole?.typedBy ?? lead.typedBy
  const facts = (place: 'half' | 'wide') =>
    (Object.keys(detailPlaces) as LeadField[])
      .filter((field) => detailPlaces[field] === place && isShown(fields, field) && (isExpected(fields, field) || values[field]))
      .map((field) => (
        <Fact key={field} label={builtInLabel(fields, field)} wide={place === 'wide'}>
          {renderKnown(values[field], (value) => renderValue(field, leadFieldText(field, value, offers)), pendingWidth(field))}
          {field === 'offerType' && whole?.offerThen && <SoftText fz="xs">{m.calledThen({ name: whole.offerThen })}</SoftText>}
        </Fact>
      ))
  return (
    <>
      <dl className={classes.facts}>
        {facts('half')}
        {renderOwn(fields, whole?.fields ?? lead.fields)}
        {seesAmounts && (whole ? whole.commission : lead.status === wonStage) && (
          <Fact label={m.commission()} wide>
            {renderKnown(whole?.commission ?? undefined, renderCommission)}
          </Fact>
        )}
        {isLost(lead.status) && (
          <Fact label={m.reasonForLoss()} wide>
            {renderKnown(whole, (known) => (
              <LeadLoss lead={known} onCover={onCover} />
            ))}
          </Fact>
        )}
        {facts('wide')}
        <Fact label={m.partner()} wide>
          {renderKnown(partner, (known) => (
            <PartnerName partner={known} />
          ))}
        </Fact>
        {typedBy && (
          <Fact label={m.colleague()} wide>
            {nameOf(typedBy)}
          </Fact>
        )}
        {typeof whole?.externalId === 'string' && (
          <Fact label={m.externalId()} wide>
            {whole.externalId}
          </Fact>
        )}
        <Fact label={m.created()}>{longDate(lead.createdAt)}</Fact>
        <Fact label={m.lastUpdate()}>{renderKnown(whole, ({ updatedAt }) => relativeDate(updatedAt, new Date()))}</Fact>
      </dl>
      {whole && <MissingFields lead={whole} fields={fields} onEdit={onEdit} />}
    </>
  )
}

/** Whether the details have a place for the field, also where a lead does not have it: of what every new lead is asked for. */
function isExpected(fields: Fields, field: LeadField): boolean {
  const known = fields.find(({ key }) => key === field)
  return known && leadFields[field].required ? isFromBeginning(known) : leadFields[field].required
}

/** Staff can hide a field that every lead has. */
const isShown = (fields: Fields, field: LeadField) => fields.find(({ key }) => key === field)?.isOpen !== false

/** The values of custom fields, in their order; also of those that are archived. */
function renderOwn(fields: Fields, values: Readonly<Record<string, FieldValue>> = {}) {
  return fields.map((field) => {
    const value = ownValue(values, field.key)
    return (
      value !== undefined && (
        <Fact key={field.key} label={field.name} wide={field.kind === 'long_text'}>
          <FieldValueText field={valueField(field)} value={value} />
        </Fact>
      )
    )
  })
}

/** For staff who may edit the lead: what is not known of it. */
function MissingFields({ lead, fields, onEdit }: { lead: LeadDetail; fields: Fields; onEdit: LeadDetailsProps['onEdit'] }) {
  const isStaff = useMe().role === 'admin'
  const missing = [
    ...leadFieldNames.filter((field) => isShown(fields, field) && lead[field] === '').map((field) => builtInLabel(fields, field)),
    ...fieldsToFill(fields).flatMap(({ key, name }) => (ownValue(lead.fields ?? {}, key) === undefined ? [name] : [])),
  ]
  if (!isStaff || !lead.can.edit || missing.length === 0) return null
  return (
    <div className={drawer.missing}>
      <Text component="span" fz="sm" c="var(--ink-soft)">
        {m.notFilledIn()}
      </Text>
      {missing.map((label) => (
        <Button
          key={label}
          size="compact-sm"
          variant="subtle"
          aria-label={m.addField({ field: label })}
          onClick={() => onEdit(lead)}
        >
          + {label}
        </Button>
      ))}
    </div>
  )
}

/** Staff get to the partner's page; a partner reads their own name. */
function PartnerName({ partner }: { partner: LeadDetail['partner'] }) {
  return useMe().role === 'partner' ? nameOf(partner) : <PartnerLink partner={partner} clamped={false} />
}

/** A value, or its place while it is being read. */
function renderKnown<T>(value: T | undefined, render: (value: T) => ReactNode, width = 140): ReactNode {
  return value === undefined ? <Skeleton component="span" display="block" height="1lh" width={width} maw="100%" /> : render(value)
}

/** The widest value sets its column's width: about as wide, nothing moves aside when it comes. */
const pendingWidth = (field: LeadField) => (leadFields[field].kind === 'email' ? 270 : 140)

function renderCommission({
  revenueCents,
  commissionRate,
  amountCents,
  isByRule,
  status,
}: NonNullable<LeadDetail['commission']>) {
  return (
    <>
      {!isByRule && <span className="figure">{`${formatEurosExact(revenueCents)} × ${percentText(commissionRate)} = `}</span>}
      <strong className="figure">{formatEurosExact(amountCents)}</strong>{' '}
      <StatusBadge tone={commissionTones[status]} lang={statusLanguage()}>
        {commissionStatusLabels[status]}
      </StatusBadge>
    </>
  )
}

function renderValue(field: LeadField, text: string): ReactNode {
  if (text === '') return null
  switch (leadFields[field].kind) {
    case 'email':
      return <Anchor href={`mailto:${text}`}>{text}</Anchor>
    case 'phone':
      return <Anchor href={`tel:${text.replace(/[^\d+]/g, '')}`}>{text}</Anchor>
    case 'url':
      return (
        <Anchor href={text} target="_blank" rel="noopener noreferrer">
          {text}
        </Anchor>
      )
    case 'money':
      return <span className="figure">{text}</span>
    case 'text':
    case 'offer':
    case 'note':
      return text
  }
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? classes.wide : undefined}>
      <dt>{label}</dt>
      <dd>{children || '—'}</dd>
    </div>
  )
}
