import { Text } from '@mantine/core'
import { stageName, useStages } from '#leads/lead-settings/web/data.ts'
import { moveAmountForm, moveReason } from '#leads/leads/api/leads.ts'
import { FileField } from '#leads/leads/web/file-field.tsx'
import { useFileForm } from '#leads/leads/web/file-form.ts'
import { leadFieldLabels } from '#leads/leads/web/lead-field-labels.ts'
import type { StageAsks } from '#leads/stages/domain/stages.ts'
import { typedEuros } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { m } from '../../messages/messages.ts'

/** What a stage has asked for, as it moves with the lead. */
export interface StageAnswer {
  readonly reason?: string
  readonly estimatedAmountCents?: number
  /** It is the id of an uploaded file. */
  readonly uploadId?: string
}

interface StageQuestionProps {
  readonly lead: { readonly id: string; readonly name: string }
  readonly to: string
  readonly asks: StageAsks
  readonly onSend: (answer: StageAnswer) => Promise<void>
  readonly onClose: () => void
}

/** Asks for what a stage asks for before a lead moves into it. */
export function StageQuestion({ asks, ...question }: StageQuestionProps) {
  const stage = stageName(useStages(), question.to)
  const shared = { ...question, stage, title: m.moveToTitle({ name: question.lead.name, stage }) }
  if (asks === 'file') return <FileQuestion {...shared} />
  return asks === 'amount' ? <AmountQuestion {...shared} /> : <ReasonQuestion {...shared} />
}

interface QuestionProps extends Omit<StageQuestionProps, 'asks'> {
  readonly stage: string
  readonly title: string
}

function ReasonQuestion({ lead, to, stage, title, onSend, onClose }: QuestionProps) {
  return (
    <ReasonDialog
      rule={moveReason}
      title={title}
      text={m.stageAsksReason({ stage })}
      description={m.reasonIsRead()}
      max={500}
      action={m.move()}
      draft={`move ${lead.id} ${to}`}
      onSend={(reason) => onSend({ reason })}
      onClose={onClose}
    />
  )
}

function FileQuestion({ stage, title, onSend, onClose }: QuestionProps) {
  const { form, upload } = useFileForm(onSend, onClose)
  return (
    <FormDialog form={form} title={title} action={m.move()} dirty={upload.dirty} onClose={onClose}>
      <Text style={{ overflowWrap: 'anywhere' }}>{m.stageAsksThisFile({ stage })}</Text>
      <FileField upload={upload} />
    </FormDialog>
  )
}

function AmountQuestion({ lead, to, stage, title, onSend, onClose }: QuestionProps) {
  const form = useDraftForm({
    shape: moveAmountForm,
    initial: { estimatedAmountCents: '' },
    toRequestBody: (values) => ({ estimatedAmountCents: typedEuros(values.estimatedAmountCents) }),
    draft: `move ${lead.id} ${to}`,
    errorTitle: m.specifiedValidationError,
    send: async (answer) => {
      await onSend(answer)
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={title} action={m.move()} onClose={onClose}>
      <Text style={{ overflowWrap: 'anywhere' }}>{m.stageAsksThisAmount({ stage })}</Text>
      <MoneyField
        label={`${leadFieldLabels.estimatedAmountCents} (€)`}
        required
        description={m.amountIsKept()}
        {...form.number('estimatedAmountCents')}
      />
    </FormDialog>
  )
}
