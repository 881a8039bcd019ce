import { Button, Group, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRight } from '#access/web/rights.ts'
import { clientName } from '#leads/domain/client-names.ts'
import type { LeadDetail } from '#leads/leads/api/leads.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { percentText } from '#platform/domain/money.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import type { LeadPart } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { endShare } from './data.ts'

const ShareDialog = lazy(() => import('./share-dialog.tsx'))

type Step = { readonly kind: 'share'; readonly part: LeadPart | null } | { readonly kind: 'end'; readonly part: LeadPart }

interface SharePanelProps {
  readonly lead: LeadDetail
  /** A dialog is open on top of the drawer. */
  readonly onCover: (covered: boolean) => void
}

/** Who earns on a shared lead, and what staff may do about it; of a lead that is not shared, the button that shares it. */
export default function SharePanel({ lead, onCover }: SharePanelProps) {
  // What was merged into another lead is never signed, and nobody changes one whose client is about to be erased.
  const mayShare = useRight('leads') && !lead.erasesAt && lead.status !== wonStage && lead.registration.state !== 'merged'
  const [step, setStep] = useState<Step | null>(null)
  const ask = (next: Step | null) => {
    setStep(next)
    onCover(next !== null)
  }
  const parts = lead.shares ?? []
  const owner = parts[0]?.name ?? lead.partner.name
  if (parts.length === 0 && !mayShare) return null
  return (
    <section aria-label={m.sharedLead()}>
      {parts.length > 0 && <Parts lead={lead} parts={parts} />}
      {mayShare && (
        <Group gap="xs" mt={4}>
          <Button size="xs" variant="default" onClick={() => ask({ kind: 'share', part: null })}>
            {parts.length === 0 ? m.shareIt() : m.shareWithMore()}
          </Button>
          {parts.slice(1).map((part) => (
            <PartButtons key={part.id} part={part} alone={parts.length === 2} onAsk={ask} />
          ))}
        </Group>
      )}
      {step?.kind === 'share' && (
        <Suspense>
          <ShareDialog lead={lead} owner={owner} part={step.part} onClose={() => ask(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        opened={step?.kind === 'end'}
        title={m.endShareTitle()}
        text={m.endShareText({ name: step?.part?.name ?? '', company: clientName(lead) })}
        action={m.endShare()}
        danger
        onClose={() => ask(null)}
        onConfirm={async () => {
          if (step?.kind !== 'end') return
          await endShare(lead.id, step.part.id)
          toastSuccess(m.isEnded(), clientName(lead))
        }}
      />
    </section>
  )
}

/** Staff read whose lead it is, and which part each partner has; a partner their own part, and with whom they share. */
function Parts({ lead, parts }: { lead: LeadDetail; parts: readonly LeadPart[] }) {
  const isStaff = useMe().role === 'admin'
  const [own, ...others] = parts
  const percent = percentText(lead.share?.percent ?? 0)
  const names = others.map(({ name }) => name).join(', ')
  const sentence = lead.share?.isOthers ? m.sharedBy({ name: own?.name ?? '', percent }) : m.sharedWith({ names, percent })
  return (
    <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
      {isStaff
        ? m.sharedParts({
            parts: parts.map((part) => m.part({ name: part.name, percent: percentText(part.percent) })).join(', '),
          })
        : sentence}
    </Text>
  )
}

/** The buttons name the partner where there are several. */
function PartButtons({ part, alone, onAsk }: { part: LeadPart; alone: boolean; onAsk: (step: Step) => void }) {
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => onAsk({ kind: 'share', part })}>
        {alone ? m.changePart() : m.changePartOf({ name: part.name })}
      </Button>
      <Button size="xs" variant="subtle" color="red" c="var(--danger-ink)" onClick={() => onAsk({ kind: 'end', part })}>
        {alone ? m.endShare() : m.endShareOf({ name: part.name })}
      </Button>
    </Group>
  )
}
