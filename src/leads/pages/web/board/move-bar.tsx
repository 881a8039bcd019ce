import { ActionIcon, Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { stageLanguage, stageName, useStages } from '#leads/lead-settings/web/data.ts'
import type { LeadDetail, ListedLead } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { IconX } from '#platform/web/ui/icons.ts'
import { m } from '../../messages/messages.ts'
import { commissionPromise } from '../commission-promise.ts'
import classes from './move-bar.module.css'

export interface SavedMove {
  /** The lead as it was before. */
  readonly lead: ListedLead
  readonly to: LeadStatus
  /** The commission that the lead has now. */
  readonly commission: LeadDetail['commission']
}

interface MoveBarProps extends SavedMove {
  /** Gets the bar's words, for screen readers. */
  readonly onMessage: (message: string) => void
  readonly onShow: () => void
  readonly onUndo: (byKeyboard: boolean) => void
  readonly onClose: () => void
}

/** Long enough to read it and to reach it by keyboard; it stays while it is pointed at or has the focus. */
const shownMs = 12_000

/** Says where a card went and what a signature brings, shows the card there, and takes the move back. */
export default function MoveBar({ lead, to, commission, onMessage, onShow, onUndo, onClose }: MoveBarProps) {
  const stages = useStages()
  const isPartner = useMe().role === 'partner'
  const owner = isPartner || !lead.partner ? m.you() : nameOf(lead.partner)
  const promise = to === wonStage && commission ? commissionPromise(commission, owner, new Date()) : null
  const message = [m.leadMoved({ name: lead.name, to: stageName(stages, to) }), promise].filter(Boolean).join('. ')
  useEffect(() => onMessage(message), [message, onMessage])
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(onClose, shownMs)
    return () => clearTimeout(timer)
  }, [held, onClose])
  return (
    <section
      className={classes.bar}
      data-keep-free
      aria-label={m.lastMove()}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.text}>
        <strong>{lead.name}</strong> → <span lang={stageLanguage(stages, to)}>{stageName(stages, to)}</span>
        {promise && <span className={classes.made}>{promise}</span>}
      </span>
      <Button size="compact-sm" variant="default" onClick={onShow}>
        {m.show()}
      </Button>
      <Button size="compact-sm" variant="default" onClick={({ detail }) => onUndo(detail === 0)}>
        {m.undoMove()}
      </Button>
      <ActionIcon variant="subtle" color="gray" aria-label={m.close()} onClick={onClose}>
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </section>
  )
}
