import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PartnerField } from '#accounts/people/web/partner-field.tsx'
import type { TeamPerson } from '#partners/team/api.ts'
import { bankAccessQuestion, useNeededRight } from '#partners/team/web/bank-access.ts'
import { RoleFields } from '#partners/team/web/role-fields.tsx'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { useFormOver } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { moveForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { useConfirmedPreview } from './confirmed-preview.ts'
import { movePerson, movePreviewQuery } from './data.ts'
import { MovingPreview, Obstacles, partyName, ReasonField } from './preview.tsx'

interface MoveDialogProps {
  readonly partnerId: string
  readonly person: TeamPerson
  readonly onClose: () => void
}

/** Moves somebody to another partner, with or without the open leads that they typed. */
export default function MoveDialog({ partnerId, person, onClose }: MoveDialogProps) {
  const { id: personId, fullName: name, role, seesAmounts } = person
  const initial = {
    toPartnerId: null as string | null,
    role,
    seesAmounts: role === 'member' && seesAmounts,
    withLeads: false,
    reason: '',
  }
  const draft = useDraft(`move ${personId}`, initial)
  const { values } = draft
  const query = useQuery(movePreviewQuery(partnerId, personId, values.toPartnerId))
  const preview = useConfirmedPreview(query)
  const { withProof, dialog } = useProofQuestion()
  const form = useFormOver(
    {
      shape: moveForm,
      initial,
      toRequestBody: (typed) => ({ ...typed, personId, state: preview.state }),
      errorTitle: m.notMoved,
      send: (input) =>
        withProof(bankAccessQuestion(m.move(), m.notMoved), (proof) =>
          preview.confirm(async () => {
            const { partner: to } = await movePerson(partnerId, { ...input, ...proof })
            toastSuccess(m.isMoved(), m.belongsTo({ name, to: partyName(to) }))
            onClose()
          }),
        ),
      onFailure: (error) => toastFailure(m.notMoved(), error),
    },
    draft,
  )
  const isMain = (query.data?.obstacles ?? []).includes('main_person')
  const needed = useNeededRight([values.role], true)
  return (
    <FormDialog
      form={form}
      title={m.moveTitle({ name })}
      action={m.move()}
      size="lg"
      right="partners"
      disabled={!preview.isReady || isMain}
      above={dialog}
      onClose={onClose}
      {...needed}
    >
      <PartnerField
        name="toPartnerId"
        label={m.moveTo()}
        except={partnerId}
        value={values.toPartnerId}
        error={form.errors.toPartnerId}
        onChange={(id) => form.set('toPartnerId', id)}
      />
      <RoleFields
        role={values.role}
        seesAmounts={values.seesAmounts}
        error={form.errors.role}
        onRole={(chosen) => form.set('role', chosen)}
        onSeesAmounts={(sees) => form.set('seesAmounts', sees)}
      />
      {values.toPartnerId !== null && (
        <QueryBoundary query={query} rows={3}>
          {({ from, to, people, leads }) => (
            <>
              <Obstacles
                texts={isMain ? [m.mainPersonStays({ name })] : []}
                checking={query.isFetching}
                onCheck={() => void query.refetch()}
              />
              {leads.going > 0 && (
                <Checkbox
                  label={m.withLeadsOf({ count: leads.going, name })}
                  checked={values.withLeads}
                  onChange={({ currentTarget }) => form.set('withLeads', currentTarget.checked)}
                />
              )}
              <MovingPreview
                from={from}
                to={to}
                preview={{ people, leads }}
                becomes={() => values.role}
                withLeads={values.withLeads}
              />
            </>
          )}
        </QueryBoundary>
      )}
      <ReasonField field={form.text('reason')} hint={m.reasonInBoth()} wasOutdated={preview.wasOutdated} />
      <SoftText>{m.moveCounts({ name })}</SoftText>
    </FormDialog>
  )
}
