import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useRight } from '#access/web/rights.ts'
import type { TeamPerson } from '#partners/team/api.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { actText } from '../act-texts.ts'
import { m } from '../messages/messages.ts'
import { answerObjection } from './data.ts'

interface ObjectionNoteProps {
  readonly partner: { readonly id: string; readonly company: string }
  readonly person: TeamPerson
}

/** Says that an owner objects to what somebody has become, and lets staff answer. Whoever gave it may only take it back. */
export function ObjectionNote({ partner, person }: ObjectionNoteProps) {
  const mayAnswer = useRight('money')
  const [isOpen, setOpen] = useState(false)
  const { withProof, dialog } = useProofQuestion()
  const { objection, fullName: name, email } = person
  if (!objection) return null
  const { appointmentId, act, by, at, maySustain } = objection
  const answer = (stays: boolean) => {
    const action = stays ? m.stays() : m.takeBack()
    void withProof({ title: m.answerTitle({ name }), text: m.proofText(), action, errorTitle: m.error() }, async (proof) => {
      await answerObjection({ partnerId: partner.id, appointmentId, stays }, proof)
      toastSuccess(m.answered(), name)
    }).catch((error) => toastFailure(m.error(), error))
    return Promise.resolve()
  }
  return (
    <>
      <Text fz="sm">
        {m.ownerObjects()} {mayAnswer ? '' : m.needsMoney()}
      </Text>
      {mayAnswer && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
          {m.answer()}
        </Button>
      )}
      <ConfirmDialog
        opened={isOpen}
        title={m.answerTitle({ name })}
        text={m.answerText({ company: partner.company || name, moment: longDate(at) })}
        action={maySustain ? m.stays() : m.takeBack()}
        danger={!maySustain}
        onClose={() => setOpen(false)}
        onConfirm={() => answer(maySustain)}
        {...(maySustain ? { also: { action: m.takeBack(), onConfirm: () => answer(false) } } : {})}
      >
        <Text>{actText(act, { by, name, email })}</Text>
        {!maySustain && <Text mt="xs">{m.madeIt()}</Text>}
      </ConfirmDialog>
      {dialog}
    </>
  )
}
