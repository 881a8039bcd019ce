import { Anchor, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Lead } from '#contract/leads.ts'
import { leadStatusLabels } from '#domain/leads.ts'
import { formatEuros } from '#domain/money.ts'
import { longDate, relativeDate } from '../ui/dates.ts'
import { Pill } from '../ui/pill.tsx'
import { nameOf } from '../ui/person.ts'

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" fz="xs" c="var(--ink-soft)">
        {label}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {children || '—'}
      </Text>
    </div>
  )
}

/** Everything known of a lead. */
export function LeadDetailDialog({
  lead,
  offers,
  onClose,
}: {
  lead: Lead
  offers: Readonly<Record<Lead['offerType'], string>>
  onClose: () => void
}) {
  return (
    <Modal opened onClose={onClose} title={lead.name} size="lg" closeButtonProps={{ 'aria-label': 'Fermer' }}>
      <Group mb="md">
        <Pill tone={lead.status}>{leadStatusLabels[lead.status]}</Pill>
      </Group>
      <Stack component="dl" m={0} gap="sm">
        <Line label="Société">{lead.company}</Line>
        <Line label="Email">
          <Anchor href={`mailto:${lead.email}`}>{lead.email}</Anchor>
        </Line>
        <Line label="Téléphone">{lead.phone && <Anchor href={`tel:${lead.phone}`}>{lead.phone}</Anchor>}</Line>
        <Line label="Site web">
          {lead.website && (
            <Anchor href={lead.website} target="_blank" rel="noopener noreferrer">
              {lead.website}
            </Anchor>
          )}
        </Line>
        <Line label="Type d'offre">{offers[lead.offerType]}</Line>
        <Line label="Montant estimé">
          <span className="figure">{formatEuros(lead.estimatedAmountCents)}</span>
        </Line>
        <Line label="Notes">{lead.notes}</Line>
        <Line label="Partenaire">{nameOf(lead.partner)}</Line>
        <Line label="Créé le">{longDate(lead.createdAt)}</Line>
        <Line label="Dernière mise à jour">{relativeDate(lead.updatedAt, new Date())}</Line>
      </Stack>
    </Modal>
  )
}
