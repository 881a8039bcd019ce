import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { commissionStatusLabels } from '#money/commissions/domain.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { longDate, relativeDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { LeadDetail, LeadInput, ListedLead, OtherLead } from '../../api/leads.ts'
import { type LeadField, leadFields } from '../../domain/lead-fields.ts'
import { notADuplicate } from '../data.ts'
import { leadFieldLabels } from '../lead-field-labels.ts'
import classes from '../leads.module.css'
import { leadWouldBring, useOwnRate } from '../own-rate.ts'
import { leadFieldText, type Offers } from './lead-field-text.ts'
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
  readonly onOpen: (lead: { readonly id: string }) => void
  /** A dialog is open on top of the drawer. */
  readonly onCover: (covered: boolean) => void
}

/** The lead's fields, commission, partner and dates. What is still being read has its place already. */
export function LeadDetails({ lead, whole, offers, onOpen, onCover }: LeadDetailsProps) {
  const values: Partial<LeadInput> = whole ?? lead
  const partner = whole?.partner ?? lead.partner
  const brings = leadWouldBring(lead, useOwnRate())
  const facts = (place: 'half' | 'wide') =>
    (Object.keys(detailPlaces) as LeadField[])
      .filter((field) => detailPlaces[field] === place)
      .map((field) => (
        <Fact key={field} label={leadFieldLabels.fr[field]} wide={place === 'wide'}>
          {renderKnown(values[field], (value) => renderValue(field, leadFieldText(field, value, offers)), pendingWidth(field))}
        </Fact>
      ))
  return (
    <Stack gap="lg">
      {lead.possibleDuplicate && <PossibleDuplicate lead={lead} other={lead.possibleDuplicate} onOpen={onOpen} />}
      <dl className={classes.facts}>
        {facts('half')}
        {brings && <Fact label="Commission estimée">{brings}</Fact>}
        {(whole ? whole.commission : lead.status === 'signe') && (
          <Fact label="Commission" wide>
            {renderKnown(whole?.commission ?? undefined, renderCommission)}
          </Fact>
        )}
        {lead.status === 'refuse' && (
          <Fact label="Motif de la perte" wide>
            {renderKnown(whole, (known) => (
              <LeadLoss lead={known} onCover={onCover} />
            ))}
          </Fact>
        )}
        {facts('wide')}
        <Fact label="Partenaire" wide>
          {renderKnown(partner, (known) => (
            <PartnerName partner={known} />
          ))}
        </Fact>
        {typeof whole?.externalId === 'string' && (
          <Fact label="Identifiant externe" wide>
            {whole.externalId}
          </Fact>
        )}
        <Fact label="Créé le">{longDate(lead.createdAt)}</Fact>
        <Fact label="Dernière mise à jour">{renderKnown(whole, ({ updatedAt }) => relativeDate(updatedAt, new Date()))}</Fact>
      </dl>
    </Stack>
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

function renderCommission({ revenueCents, commissionRate, amountCents, status }: NonNullable<LeadDetail['commission']>) {
  return (
    <>
      <span className="figure">{`${formatEurosExact(revenueCents)} × ${percentText(commissionRate)} = `}</span>
      <strong className="figure">{formatEurosExact(amountCents)}</strong>{' '}
      <StatusBadge tone={commissionTones[status]}>{commissionStatusLabels[status]}</StatusBadge>
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

/** For administrators: the older lead, and a button to dismiss the mark. */
function PossibleDuplicate({ lead, other, onOpen }: { lead: ListedLead; other: OtherLead; onOpen: LeadDetailsProps['onOpen'] }) {
  const { busy, run: clear } = useAction(async () => {
    await notADuplicate(lead.id)
    toastSuccess('Doublon écarté', `${lead.name} n’est plus signalé`)
  }, 'Erreur')
  return (
    <div className={classes.duplicate}>
      <StatusBadge tone="todo">Doublon possible</StatusBadge>
      <Text fz="sm" mt={8} style={{ overflowWrap: 'anywhere' }}>
        Déjà suivi : {other.name} — {other.company} (<PartnerName partner={other.partner} />)
      </Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={() => onOpen(other)}>
          Voir l’autre lead
        </Button>
        <WithRight right="leads">
          <Button size="xs" variant="subtle" loading={busy} onClick={clear}>
            Ce n’est pas un doublon
          </Button>
        </WithRight>
      </Group>
    </div>
  )
}
