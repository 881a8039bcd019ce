import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { CheckboxList } from '#platform/web/ui/fields/checkbox-list.tsx'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import type { FoundData } from '../api/found-data.ts'
import { answerForm, type PeopleRequest } from '../api/requests.ts'
import { outcomeLabels, requestOutcomes } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { answerRequest, readReport } from './data.ts'

interface AnswerDialogProps {
  readonly request: PeopleRequest
  readonly found: FoundData
  readonly onClose: () => void
}

/** The answer to a person, and whether their contact is refused from now on. */
export function AnswerDialog({ request, found, onClose }: AnswerDialogProps) {
  // Who objects wants no more of it; who is forgotten may be introduced again, unless they say otherwise.
  const [refuse, setRefuse] = useState(request.wish === 'object')
  const [phones, setPhones] = useState<string[]>([])
  const form = useDraftForm({
    shape: answerForm,
    initial: { outcome: 'done', report: '' },
    toRequestBody: (values) => ({ ...values, refuse, phones: refuse ? phones : [] }),
    draft: `answer ${request.id}`,
    errorTitle: m.validationError(),
    send: async (input) => {
      await answerRequest(request.id, input)
      toastSuccess(m.answerSent(), request.email || request.name)
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={m.answer()} action={m.answer()} right="people" onClose={onClose}>
      <NativeSelect
        label={m.outcome()}
        data={requestOutcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
        {...form.text('outcome')}
      />
      <LongText
        label={m.report()}
        description={request.email ? (mailNote() ?? m.reportIsMailed()) : m.reportByLetter()}
        required
        minRows={4}
        maxRows={14}
        max={5000}
        {...form.text('report')}
      />
      {request.wish === 'forget' && (
        <Reports
          reports={found.reports}
          onInsert={(text) => form.set('report', [form.values.report, text].filter(Boolean).join('\n\n'))}
        />
      )}
      {request.email && (
        <Checkbox
          label={m.recallContact()}
          description={m.recallContactHint()}
          checked={refuse}
          onChange={({ currentTarget }) => setRefuse(currentTarget.checked)}
        />
      )}
      {refuse && found.phones.length > 0 && (
        <CheckboxList
          label={m.phonesToo()}
          options={found.phones.map((value) => ({ value, label: value }))}
          selection={phones}
          onChange={setPhones}
        />
      )}
    </FormDialog>
  )
}

/** Puts what an erasure that was planned for this request reports in the answer. */
function Reports({ reports, onInsert }: { reports: FoundData['reports']; onInsert: (text: string) => void }) {
  const { busy, run: insert } = useAction(async (id: string) => onInsert(await readReport(id)))
  return reports.map(({ id, doneAt }) => (
    <Button
      key={id}
      variant="default"
      h="auto"
      mih={36}
      styles={{ label: { whiteSpace: 'normal' } }}
      disabled={busy}
      onClick={() => insert(id)}
    >
      {m.insertReport({ day: longDate(doneAt) })}
    </Button>
  ))
}
