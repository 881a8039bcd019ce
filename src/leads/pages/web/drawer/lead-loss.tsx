import { Button, Group } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Lead } from '#leads/leads/api/leads.ts'
import { lossText } from '#leads/leads/domain/lost-leads.ts'
import { m } from '../../messages/messages.ts'
import { explainLoss } from '../data.ts'

const LossDialog = lazy(async () => ({ default: (await import('./loss-dialog.tsx')).LossDialog }))

/** Shows why a lead was lost, with a form to set or change the reason. */
export function LeadLoss({ lead, onCover }: { lead: Lead; onCover: (covered: boolean) => void }) {
  const [asking, setAsking] = useState(false)
  const ask = (open: boolean) => {
    setAsking(open)
    onCover(open)
  }
  return (
    <Group gap="sm">
      {lead.loss ? lossText(lead.loss) : m.notGiven()}
      {lead.can.edit && (
        <Button size="compact-xs" variant="default" onClick={() => ask(true)}>
          {lead.loss ? m.changeReason() : m.giveReason()}
        </Button>
      )}
      <Suspense>
        {asking && (
          <LossDialog
            lead={lead}
            title={m.reasonForLoss()}
            action={m.save()}
            onSend={(loss) => explainLoss(lead.id, loss, lead.loss)}
            onClose={() => ask(false)}
          />
        )}
      </Suspense>
    </Group>
  )
}
