import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
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
import type { LeadDetail, OtherLead } from '../../api/leads.ts'
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
  readonly lead: LeadDetail
  readonly offers: Offers
  readonly onOpen: (lead: { readonly id: string }) => void
  /** A dialog is open on top of the drawer. */
  readonly onCover: (covered: boolean) => void
}

/** The lead's fields, commission, partner and dates. */
export function LeadDetails({ lead, offers, onOpen, onCover }: LeadDetailsProps) {
  const { commission } = lead
  const brings = leadWouldBring(lead, useOwnRate())
  const facts = (place: 'half' | 'wide') =>
    (Object.keys(detailPlaces) as LeadField[])
      .filter((field) => detailPlaces[field] === place)
      .map((field) => (
        <Fact key={field} label={leadFieldLabels.fr[field]} wide={place === 'wide'}>
          {renderValue(field, leadFieldText(field, lead[field], offers))}
        </Fact>
      ))
  return (
    <Stack gap="lg">
      {lead.possibleDuplicate && <PossibleDuplicate lead={lead} other={lead.possibleDuplicate} onOpen={onOpen} />}
      <dl className={classes.facts}>
        {facts('half')}
        {brings && <Fact label="Commission estimée">{brings}</Fact>}
        {commission && (
          <Fact label="Commission" wide>
            <span className="figure">
              {`${formatEurosExact(commission.revenueCents)} × ${percentText(commission.commissionRate)} = `}
            </span>
            <strong className="figure">{formatEurosExact(commission.amountCents)}</strong>{' '}
            <StatusBadge tone={commissionTones[commission.status]}>{commissionStatusLabels[commission.status]}</StatusBadge>
          </Fact>
        )}
        {lead.status === 'refuse' && (
          <Fact label="Motif de la perte" wide>
            <LeadLoss lead={lead} onCover={onCover} />
          </Fact>
        )}
        {facts('wide')}
        <Fact label="Partenaire" wide>
          <PartnerName partner={lead.partner} />
        </Fact>
        {lead.externalId !== null && (
          <Fact label="Identifiant externe" wide>
            {lead.externalId}
          </Fact>
        )}
        <Fact label="Créé le">{longDate(lead.createdAt)}</Fact>
        <Fact label="Dernière mise à jour">{relativeDate(lead.updatedAt, new Date())}</Fact>
      </dl>
    </Stack>
  )
}

/** Staff get to the partner's page; a partner reads their own name. */
function PartnerName({ partner }: { partner: LeadDetail['partner'] }) {
  return useMe().role === 'partner' ? nameOf(partner) : <PartnerLink partner={partner} clamped={false} />
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
function PossibleDuplicate({ lead, other, onOpen }: { lead: LeadDetail; other: OtherLead; onOpen: LeadDetailsProps['onOpen'] }) {
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
