import { Menu } from '@mantine/core'
import type { Lead } from '#contract/leads.ts'
import type { LeadStatus } from '#domain/leads.ts'
import { leadStatuses, leadStatusLabels } from '#domain/leads.ts'
import classes from './board.module.css'

/** Entries of 'Déplacer vers': every column but the one where the lead is. */
export function MoveItems({ lead, onMove }: { lead: Lead; onMove: (lead: Lead, to: LeadStatus) => void }) {
  return leadStatuses
    .filter((status) => status !== lead.status)
    .map((status) => (
      <Menu.Item
        key={status}
        leftSection={<span className={classes.dot} data-status={status} />}
        onClick={() => onMove(lead, status)}
      >
        {leadStatusLabels[status]}
      </Menu.Item>
    ))
}
