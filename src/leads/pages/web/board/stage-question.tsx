import { Text } from '@mantine/core'
import { isRequiredIn } from '#leads/fields/domain/fields.ts'
import { checkCustomValues, customInputs, inputName, typedChanges } from '#leads/fields/web/custom-values.ts'
import { FieldInput } from '#leads/fields/web/field-input.tsx'
import { valueField } from '#leads/fields/web/value-field.ts'
import type { ReadableField } from '#leads/lead-settings/api.ts'
import { onBoard, stageName, useFields, useStages } from '#leads/lead-settings/web/data.ts'
import { type LeadDetail, moveAmountForm, moveFieldsForm, moveReason } from '#leads/leads/api/leads.ts'
import { leadFields } from '#leads/leads/domain/lead-fields.ts'
import { FileField } from '#leads/leads/web/file-field.tsx'
import { useFileForm } from '#leads/leads/web/file-form.ts'
import type { StageAsks } from '#leads/stages/domain/stages.ts'
import { ownValue } from '#platform/domain/keys.ts'
import { typedEuros } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { m } from '../../messages/messages.ts'
import { completeLead, type StageAnswer } from '../data.ts'

/** What a stage asks for: by itself, or since fields are required from it on. */
export type StageNeed = StageAsks | 'fields'

interface StageQuestionProps {
  readonly lead: { readonly id: string; readonly name: string }
  readonly to: string
  readonly asks: StageNeed
  /** The lead as it is now, where its stage asks for fields of it. */
  readonly known: LeadDetail | undefined
  readonly onSend: (answer: StageAnswer) => Promise<void>
  readonly onClose: () => void
}

/** Asks for what a stage asks for before a lead moves into it. */
export function StageQuestion({ asks, known, ...question }: StageQuestionProps) {
  const stage = stageName(useStages(), question.to)
  const shared = { ...question, stage, title: m.moveToTitle({ name: question.lead.name, stage }) }
  if (asks === 'fields') return known && <FieldsQuestion known={known} {...shared} />
  if (asks === 'file') return <FileQuestion {...shared} />
  return asks === 'amount' ? <AmountQuestion {...shared} /> : <ReasonQuestion {...shared} />
}

interface QuestionProps extends Omit<StageQuestionProps, 'asks' | 'known'> {
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

/** Whether a lead has nothing in a field, as the server judges it: an amount that is asked for later is stored as 0. */
function lacks(lead: LeadDetail, field: ReadableField): boolean {
  const value = ownValue<unknown>(field.isBuiltIn ? { ...lead } : (lead.fields ?? {}), field.key)
  return [undefined, null, '', ...(field.isBuiltIn && field.requiredFrom !== null ? [0] : [])].some((none) => value === none)
}

/** Saves the fields that the lead lacks in its new stage, then moves it. */
function FieldsQuestion({ known, to, stage, title, onSend, onClose }: QuestionProps & { readonly known: LeadDetail }) {
  const fields = useFields()
  const stages = onBoard(useStages()).map(({ key }) => key)
  const missing = fields.filter(
    (field) => field.isOpen && field.mayEdit && isRequiredIn(field, to, stages) && lacks(known, field),
  )
  const form = useDraftForm({
    shape: moveFieldsForm.check(checkCustomValues(missing, to, stages)),
    initial: customInputs(missing),
    toRequestBody: (values) => ({ fields: typedChanges(missing, values) }),
    draft: `move ${known.id} ${to} fields`,
    errorTitle: m.specifiedValidationError,
    send: async ({ fields: values }) => {
      await completeLead(known, values)
      await onSend({})
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={title} action={m.move()} onClose={onClose}>
      <Text style={{ overflowWrap: 'anywhere' }}>{m.stageAsksTheseFields({ stage, count: missing.length })}</Text>
      {missing.map((field) => {
        const name = inputName(field.key)
        return (
          <FieldInput
            key={field.key}
            field={{ ...valueField(field), help: field.help, required: true }}
            label={field.name}
            name={name}
            value={form.values[name] ?? ''}
            error={form.errors[name]}
            onChange={(value) => form.set(name, value)}
            onBlur={() => form.validate(name)}
          />
        )
      })}
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
        label={`${leadFields.estimatedAmountCents.label()} (€)`}
        required
        description={m.amountIsKept()}
        {...form.number('estimatedAmountCents')}
      />
    </FormDialog>
  )
}
