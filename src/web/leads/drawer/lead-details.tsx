import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { LeadDetail, OtherLead } from '#api/leads.ts'
import { commissionStatusLabels } from '#domain/commissions.ts'
import { formatEuros, formatEurosExact, formatPercent } from '#domain/money.ts'
import { nameOf } from '#domain/partners.ts'
import { toastFailure, toastSuccess } from '#web/app/toasts.ts'
import { longDate, relativeDate } from '#web/ui/dates.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { notADuplicate } from '../data.ts'
import classes from '../leads.module.css'

const commissionTones = { en_attente: 'todo', valide: 'known', paye: 'received' } as const

interface LeadDetailsProps {
  readonly lead: LeadDetail
  readonly offers: Readonly<Record<LeadDetail['offerType'], string>>
  readonly onOpen: (lead: { readonly id: string }) => void
}

/** Everything known of a lead. */
export function LeadDetails({ lead, offers, onOpen }: LeadDetailsProps) {
  const { commission } = lead
  return (
    <Stack gap="lg">
      {lead.possibleDuplicate && <Twin lead={lead} other={lead.possibleDuplicate} onOpen={onOpen} />}
      <dl className={classes.facts}>
        <Fact label="Société">{lead.company}</Fact>
        <Fact label="Email">
          <Anchor href={`mailto:${lead.email}`}>{lead.email}</Anchor>
        </Fact>
        <Fact label="Téléphone">
          {lead.phone && <Anchor href={`tel:${lead.phone.replace(/[^\d+]/g, '')}`}>{lead.phone}</Anchor>}
        </Fact>
        <Fact label="Site web">
          {lead.website && (
            <Anchor href={lead.website} target="_blank" rel="noopener noreferrer">
              {lead.website}
            </Anchor>
          )}
        </Fact>
        <Fact label="Type d'offre">{offers[lead.offerType]}</Fact>
        <Fact label="Montant estimé">
          <span className="figure">{formatEuros(lead.estimatedAmountCents)}</span>
        </Fact>
        {commission && (
          <Fact label="Commission" wide>
            <span className="figure">
              {`${formatEurosExact(commission.revenueCents)} × ${formatPercent(commission.commissionRate)} % = `}
            </span>
            <strong className="figure">{formatEurosExact(commission.amountCents)}</strong>{' '}
            <StatusBadge tone={commissionTones[commission.status]}>{commissionStatusLabels[commission.status]}</StatusBadge>
          </Fact>
        )}
        <Fact label="Notes" wide>
          {lead.notes}
        </Fact>
        <Fact label="Partenaire" wide>
          {nameOf(lead.partner)}
        </Fact>
        <Fact label="Créé le">{longDate(lead.createdAt)}</Fact>
        <Fact label="Dernière mise à jour">{relativeDate(lead.updatedAt, new Date())}</Fact>
      </dl>
    </Stack>
  )
}

function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? classes.wide : undefined}>
      <dt>{label}</dt>
      <dd>{children || '—'}</dd>
    </div>
  )
}

/** For staff: the lead that this one may repeat, and the word that it does not. */
function Twin({ lead, other, onOpen }: { lead: LeadDetail; other: OtherLead; onOpen: LeadDetailsProps['onOpen'] }) {
  const [busy, setBusy] = useState(false)
  const clear = async () => {
    setBusy(true)
    try {
      await notADuplicate(lead.id)
      toastSuccess('Doublon écarté', `${lead.name} n’est plus signalé`)
    } catch (error) {
      toastFailure('Erreur', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes.twin}>
      <StatusBadge tone="todo">Doublon possible</StatusBadge>
      <Text fz="sm" mt={8} style={{ overflowWrap: 'anywhere' }}>
        Déjà suivi : {other.name} — {other.company} ({nameOf(other.partner)})
      </Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={() => onOpen(other)}>
          Voir l’autre lead
        </Button>
        <Button size="xs" variant="subtle" loading={busy} onClick={() => void clear()}>
          Ce n’est pas un doublon
        </Button>
      </Group>
    </div>
  )
}
