import { Checkbox, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { partnerPath } from '#accounts/people/web/partner-link.tsx'
import type { TeamPerson } from '#partners/team/api.ts'
import { partnerTeamQuery } from '#partners/team/web/partner-team-data.ts'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { useFormOver } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { splitForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { useConfirmedPreview } from './confirmed-preview.ts'
import { splitPartner, splitPreviewQuery } from './data.ts'
import classes from './preview.module.css'
import { MovingPreview, partyName, ReasonField } from './preview.tsx'

const initial = {
  personIds: [] as readonly string[],
  mainPersonId: null as string | null,
  company: '',
  withLeads: false,
  reason: '',
}

interface SplitDialogProps {
  readonly partner: { readonly id: string; readonly name: string; readonly company: string }
  /** The storage key of what is typed. */
  readonly draft: string
  readonly onClose: () => void
}

/** Makes some people of a partner a partner of their own. */
export default function SplitDialog({ partner, draft: draftName, onClose }: SplitDialogProps) {
  const navigate = useNavigate()
  const team = useQuery(partnerTeamQuery(partner.id))
  const draft = useDraft(draftName, initial)
  const { values } = draft
  // Somebody who was chosen may have left since.
  const chosen = (team.data?.people ?? []).filter(({ id, isMain }) => !isMain && values.personIds.includes(id))
  const personIds = chosen.map(({ id }) => id)
  const candidates = chosen.filter(({ state }) => state === 'active')
  const main = candidates.find(({ id }) => id === values.mainPersonId) ?? (candidates.length === 1 ? candidates[0] : undefined)
  const query = useQuery(splitPreviewQuery(partner.id, personIds))
  const preview = useConfirmedPreview(query)
  const form = useFormOver(
    {
      shape: splitForm,
      initial,
      toRequestBody: (typed) => ({ ...typed, personIds, mainPersonId: main?.id ?? null, state: preview.state }),
      errorTitle: m.notSplit,
      send: (input) =>
        preview.confirm(async () => {
          const { partner: begun } = await splitPartner(partner.id, input)
          toastSuccess(m.isSplit(), m.nowOnTheirOwn({ name: partyName(begun) }))
          onClose()
          await navigate(partnerPath(begun.id))
        }),
      onFailure: (error) => toastFailure(m.notSplit(), error),
    },
    draft,
  )
  return (
    <FormDialog
      form={form}
      title={m.splitTitle({ name: partyName(partner) })}
      action={m.split()}
      size="lg"
      right="partners"
      disabled={!preview.isReady}
      onClose={onClose}
    >
      <QueryBoundary query={team} rows={3}>
        {({ people }) => <PeopleChoice people={people} chosen={personIds} onChange={(ids) => form.set('personIds', ids)} />}
      </QueryBoundary>
      {chosen.length > 0 && (
        <>
          <Select
            label={m.newMainPerson()}
            description={m.newMainPersonHint()}
            placeholder={m.choosePerson()}
            nothingFoundMessage={m.nobodyJoined()}
            data-field="mainPersonId"
            required
            data={candidates.map(({ id, fullName }) => ({ value: id, label: fullName }))}
            value={main?.id ?? null}
            error={form.errors.mainPersonId}
            onChange={(id) => form.set('mainPersonId', id)}
          />
          <TextInput label={m.newCompany()} description={m.newCompanyHint()} {...form.text('company')} />
          <QueryBoundary query={query} rows={3}>
            {({ from, people, leads }) => (
              <>
                {leads.going > 0 && (
                  <Checkbox
                    label={m.withTheirLeads({ count: leads.going })}
                    checked={values.withLeads}
                    onChange={({ currentTarget }) => form.set('withLeads', currentTarget.checked)}
                  />
                )}
                <MovingPreview
                  from={from}
                  to={values.company.trim() || main ? { name: main?.fullName ?? '', company: values.company.trim() } : null}
                  preview={{ people, leads }}
                  becomes={({ id, role }) => (id === main?.id ? 'owner' : role)}
                  withLeads={values.withLeads}
                  isNew
                />
              </>
            )}
          </QueryBoundary>
        </>
      )}
      <ReasonField field={form.text('reason')} hint={m.reasonInHistory()} wasOutdated={preview.wasOutdated} />
      <SoftText>{m.splitHasNothing()}</SoftText>
    </FormDialog>
  )
}

interface PeopleChoiceProps {
  readonly people: readonly TeamPerson[]
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

/** Everybody but the main person, who stays. */
function PeopleChoice({ people, chosen, onChange }: PeopleChoiceProps) {
  const main = people.find(({ isMain }) => isMain)
  return (
    <fieldset className={classes.people}>
      <legend className={classes.legend}>{m.whoLeaves()}</legend>
      {people
        .filter(({ isMain }) => !isMain)
        .map(({ id, fullName, role, state }) => (
          <Checkbox
            key={id}
            label={fullName}
            description={state === 'invited' ? `${partnerRoleLabels[role]} · ${m.invited()}` : partnerRoleLabels[role]}
            checked={chosen.includes(id)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
      {main && <SoftText>{m.staysAsMain({ name: main.fullName })}</SoftText>}
    </fieldset>
  )
}
