import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { CommissionBasis } from '#money/commissions/domain.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { LeadReceipts } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'
import { basisTexts, changeText } from './basis-texts.ts'
import { changeBasis } from './data.ts'

const choices = [
  { value: '', label: m.asTheProgramme() },
  { value: 'cash', label: m.eachClientPayment() },
  { value: 'signature', label: m.validationByTeam() },
] as const

interface BasisProps {
  readonly leadId: string
  readonly receipts: LeadReceipts
  /** Tells whether the question is open on top, which Escape closes. */
  readonly onAsking: (isAsking: boolean) => void
}

/** What makes the commission due. Staff choose it for the lead until its client's first payment, and read first what changes. */
export function Basis({ leadId, receipts, onAsking }: BasisProps) {
  const { basis, isByRules, ownBasis, can } = receipts
  const me = useMe()
  const [choice, setChoice] = useState<CommissionBasis | null | undefined>()
  const ask = (next: CommissionBasis | null | undefined) => {
    setChoice(next)
    onAsking(next !== undefined)
  }
  if (me.role !== 'admin' || !can.changeBasis) {
    return <SoftText>{isByRules ? m.ruleSaysBasis() : basisTexts[basis]}</SoftText>
  }
  return (
    <>
      <NativeSelect
        label={m.whatMakesDue()}
        description={basisTexts[basis]}
        value={ownBasis ?? ''}
        data={choices}
        onChange={({ currentTarget: { value } }) => ask(value === '' ? null : (value as CommissionBasis))}
      />
      <ConfirmDialog
        opened={choice !== undefined}
        title={m.changeRuleOfLead()}
        text={choice === undefined ? '' : changeText(receipts, choice)}
        action={m.changeRule()}
        cancel={m.keepRule()}
        onClose={() => ask(undefined)}
        onConfirm={() => announced(changeBasis(leadId, { basis: choice ?? null }), m.ruleSaved())}
      />
    </>
  )
}
