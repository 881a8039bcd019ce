import { Menu } from '@mantine/core'
import { useRight } from '#access/web/rights.ts'
import { mayMove, onBoard, stageLanguage, useStages } from '#leads/lead-settings/web/data.ts'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { receiptAddress } from '#leads/receipts/web/receipt-address.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { AnchoredMenu } from '#platform/web/ui/dialogs/anchored-menu.tsx'
import { m } from '../../messages/messages.ts'
import { useDecides, useLeadAbilities } from '../lead-rights.ts'
import classes from './board.module.css'
import type { CardActions } from './lead-card.tsx'
import { stageTone } from './stage-tone.ts'

/** `byKeyboard`: the press of the entry came from a key, so that the card is to keep the focus. */
type MoveFromMenu = (lead: ListedLead, to: LeadStatus, byKeyboard: boolean) => void

/** Entries of 'Déplacer vers': the columns that the lead may move to. */
export function MoveItems({ lead, onMove }: { lead: ListedLead; onMove: MoveFromMenu }) {
  const stages = useStages()
  const mayDecide = useDecides()
  return onBoard(stages)
    .filter(({ key }) => mayMove(stages, lead.status, key) && mayDecide(lead, key))
    .map(({ key, name }) => (
      <Menu.Item
        key={key}
        lang={stageLanguage(stages, key)}
        leftSection={<span className={classes.dot} style={stageTone(stages, key)} />}
        onClick={({ detail }) => onMove(lead, key, detail === 0)}
      >
        {name}
      </Menu.Item>
    ))
}

/** The lead with the open menu, and its button. */
export interface OpenMenu {
  readonly lead: ListedLead
  readonly button: HTMLElement
}

type LeadMenuProps = OpenMenu &
  Pick<CardActions, 'onEdit' | 'onDelete'> & {
    readonly onMove: MoveFromMenu
    readonly onClientPaid: (lead: ListedLead) => void
    readonly onClose: () => void
  }

/** The menu of a card; one instance for the whole board. */
export function LeadMenu({ lead, button, onEdit, onDelete, onMove, onClientPaid, onClose }: LeadMenuProps) {
  const can = useLeadAbilities(lead)
  const mayRecordPayment = useRight('money') && lead.status === wonStage
  return (
    <AnchoredMenu button={button} width={220} onClose={onClose}>
      {mayRecordPayment && <Menu.Item onClick={() => onClientPaid(lead)}>{m.clientHasPaid()}</Menu.Item>}
      {can.edit && (
        <Menu.Item lang={m.edit.lang} onClick={() => onEdit(lead)}>
          {m.edit()}
        </Menu.Item>
      )}
      {can.move && (
        <>
          <Menu.Label>{m.moveTo()}</Menu.Label>
          <MoveItems lead={lead} onMove={onMove} />
        </>
      )}
      {!lead.erasedAt && (
        <>
          <Menu.Divider />
          <Menu.Item component="a" href={receiptAddress(lead.id)} download>
            {m.receiptPdf()}
          </Menu.Item>
        </>
      )}
      {can.delete && (
        <>
          <Menu.Divider />
          <Menu.Item lang={m.remove.lang} color="var(--danger-ink)" onClick={() => onDelete(lead)}>
            {m.remove()}
          </Menu.Item>
        </>
      )}
    </AnchoredMenu>
  )
}
