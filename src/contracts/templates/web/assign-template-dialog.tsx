import { Alert, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PartnerChoice } from '#accounts/people/web/partner-choice.tsx'
import { partnerNamesQuery } from '#accounts/people/web/partner-names.ts'
import { useActionForm } from '#platform/web/app/forms/action-form.ts'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Template } from '../api.ts'
import { m } from '../messages/messages.ts'
import { assignTemplate } from './data.ts'
import { OlderNote, ReviewNote } from './review-note.tsx'

const maxPartners = 50

interface AssignTemplateDialogProps {
  readonly template: Template
  /** Selected from the start. */
  readonly partner?: { readonly id: string; readonly fullName: string }
  readonly onClose: () => void
}

/** Dialog that assigns a template to selected partners, each with their own PDF. */
export function AssignTemplateDialog({ template, partner, onClose }: AssignTemplateDialogProps) {
  const names = useQuery(partnerNamesQuery)
  const initial = { title: template.title, partnerIds: partner ? [partner.id] : ([] as readonly string[]) }
  const draft = useDraft(partner ? null : `assignment ${template.id}`, initial)
  const { title } = draft.values
  const partners: ReadonlySet<string> = new Set(draft.values.partnerIds)
  const setPartnerIds = (ids: ReadonlySet<string>) => draft.set((before) => ({ ...before, partnerIds: [...ids] }))
  const [problems, setProblems] = useState<readonly string[]>([])

  const form = useActionForm({
    dirty: draft.dirty,
    markPristine: draft.markPristine,
    send: async () => {
      if (partners.size === 0) return
      const partnerIds = [...partners]
      const results = await assignTemplate(template.id, { partnerIds, title, version: template.version })
      const failed = results.filter((each) => each.contractId === null)
      const done = results.length - failed.length
      if (done > 0) toastSuccess(m.contractsAssigned(), m.assignedTo({ name: template.name, count: done }))
      if (failed.length === 0) return close()
      const nameOf = (id: string) => names.data?.partners.find((each) => each.id === id)?.name ?? ''
      setPartnerIds(new Set(failed.map((each) => each.partnerId)))
      setProblems(failed.map((each) => m.nameAndProblem({ name: nameOf(each.partnerId), problem: `${each.problem}` })))
    },
  })
  const close = form.handleDiscard(onClose)
  return (
    <FormDialog
      form={form}
      title={m.assignTemplate({ name: template.name })}
      action={partners.size === 0 ? m.assign() : m.assignTo({ count: partners.size })}
      disabled={partners.size === 0 || title.trim() === ''}
      size="lg"
      onClose={onClose}
    >
      {problems.length > 0 && (
        <Alert color="red" role="alert" title={m.notAssigned()}>
          {problems.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </Alert>
      )}
      {template.toReview && <ReviewNote templateId={null} />}
      {template.olderThanRules && <OlderNote />}
      <TextInput
        label={m.heading()}
        required
        value={title}
        onChange={(event) => draft.set((before) => ({ ...before, title: event.currentTarget.value }))}
      />
      <PartnerChoice selection={partners} max={maxPartners} onChange={setPartnerIds} />
      <SoftText>{m.assignNote({ version: template.version })}</SoftText>
      <MailNote />
    </FormDialog>
  )
}
