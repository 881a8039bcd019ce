import { Button, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAbility } from '#access/web/rights.ts'
import { nameOf } from '#accounts/people/domain.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { type FieldValue, isFromBeginning } from '#leads/fields/domain/fields.ts'
import { fieldsToFill } from '#leads/fields/web/custom-values.ts'
import { FieldValueText } from '#leads/fields/web/field-text.tsx'
import { valueText } from '#leads/fields/web/value-field.ts'
import type { ReadableField } from '#leads/lead-settings/api.ts'
import { type Fields, useFields } from '#leads/lead-settings/web/data.ts'
import type { LeadDetail, LeadInput, ListedLead } from '#leads/leads/api/leads.ts'
import { isBuiltIn, leadFields, waysToReach } from '#leads/leads/domain/lead-fields.ts'
import { isLost, wonStage } from '#leads/stages/domain/stages.ts'
import { commissionStatusLabels, statusLanguage } from '#money/commissions/domain.ts'
import { ownValue } from '#platform/domain/keys.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { longDate, relativeDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../../messages/messages.ts'
import classes from '../leads.module.css'
import drawer from './lead-drawer.module.css'
import { LeadLoss } from './lead-loss.tsx'

const commissionTones = { en_attente: 'todo', valide: 'known', paye: 'received' } as const

/** The order of the details; other built-in fields follow, and the name is the drawer's title. */
const detailOrder: readonly string[] = ['company', 'email', 'phone', 'website', 'offerType', 'estimatedAmountCents']
const placeInDetails = ({ key }: ReadableField) => (detailOrder.includes(key) ? detailOrder.indexOf(key) : detailOrder.length)

interface LeadDetailsProps {
  /** What its card knows of it, until it is read. */
  readonly lead: ListedLead
  readonly whole: LeadDetail | undefined
  readonly onEdit: (lead: { readonly id: string }) => void
  /** A dialog is open on top of the drawer. */
  readonly onCover: (covered: boolean) => void
}

/** The lead's fields, commission, partner and dates. Empty fields are left out; staff are offered to fill them in. */
export function LeadDetails({ lead, whole, onEdit, onCover }: LeadDetailsProps) {
  const values: Partial<LeadInput> = whole ?? lead
  const fields = useFields()
  const seesAmounts = useAbility('own_money')
  const partner = whole?.partner ?? lead.partner
  const typedBy = whole?.typedBy ?? lead.typedBy
  const isReached = !lead.erasedAt && !whole?.erasesAt
  const builtIn = fields
    .filter((field) => field.isOpen && isBuiltIn(field.key) && field.key !== 'name')
    .filter(({ key }) => isReached || !waysToReach.some((way) => way === key))
    .toSorted((one, other) => placeInDetails(one) - placeInDetails(other))
  const facts = (place: 'half' | 'wide') =>
    builtIn.map((field) => {
      const value = isBuiltIn(field.key) ? values[field.key] : undefined
      const isWide = field.kind === 'long_text'
      if (isWide !== (place === 'wide') || !(isExpected(field) || value)) return null
      return (
        <Fact key={field.key} label={field.name} wide={isWide}>
          {renderKnown(value, (known) => renderValue(field, known), pendingWidth(field))}
          {field.kind === 'offer' && whole?.offerThen && <SoftText fz="xs">{m.calledThen({ name: whole.offerThen })}</SoftText>}
        </Fact>
      )
    })
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

/** Whether the details have a place for a built-in field that a lead lacks: each new lead is asked for it. */
const isExpected = (field: ReadableField) => isBuiltIn(field.key) && leadFields[field.key].required && isFromBeginning(field)

const renderValue = (field: ReadableField, value: FieldValue) =>
  value !== '' && <FieldValueText kind={field.kind} text={valueText(field, value)} />

/** The values of custom fields, in their order; also of those that are archived. */
function renderOwn(fields: Fields, values: Readonly<Record<string, FieldValue>> = {}) {
  return fields.map((field) => {
    const value = ownValue(values, field.key)
    return (
      value !== undefined && (
        <Fact key={field.key} label={field.name} wide={field.kind === 'long_text'}>
          {renderValue(field, value)}
        </Fact>
      )
    )
  })
}

/** For staff who may edit the lead: what is not known of it. */
function MissingFields({ lead, fields, onEdit }: { lead: LeadDetail; fields: Fields; onEdit: LeadDetailsProps['onEdit'] }) {
  const isStaff = useMe().role === 'admin'
  const missing = [
    ...fields.flatMap(({ key, name, isOpen }) => (isOpen && isBuiltIn(key) && lead[key] === '' ? [name] : [])),
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
const pendingWidth = ({ kind }: ReadableField) => (kind === 'email' ? 270 : 140)

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

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? classes.wide : undefined}>
      <dt>{label}</dt>
      <dd>{children || '—'}</dd>
    </div>
  )
}
