import '@mantine/core/styles/Radio.layer.css'
import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { PartnerField } from '#accounts/people/web/partner-field.tsx'
import { partnerPath } from '#accounts/people/web/partner-link.tsx'
import { explanationOf } from '#partners/team/domain.ts'
import { bankAccessQuestion, useNeededRight } from '#partners/team/web/bank-access.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { useFormOver } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type MergePreview, mergeForm } from '../api.ts'
import { mergeObstacleTexts } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { useConfirmedPreview } from './confirmed-preview.ts'
import { mergePartner, mergePreviewQuery } from './data.ts'
import { LeadLines, Obstacles, PeopleLines, Preview, partyName, ReasonField } from './preview.tsx'

const ownersBecome = ['manager', 'owner'] as const
type OwnersBecome = (typeof ownersBecome)[number]
/** The one with fewer rights, until staff choose. */
const initial = { intoPartnerId: null as string | null, ownersBecome: 'manager' as OwnersBecome, reason: '' }

/** What each of the partner becomes at the other one. */
const become =
  (ownersBecome: OwnersBecome) =>
  ({ role }: Pick<MergePreview['people'][number], 'role'>) =>
    role === 'owner' ? ownersBecome : role

interface MergeDialogProps {
  readonly partner: { readonly id: string; readonly name: string; readonly company: string }
  /** The storage key of what is typed. */
  readonly draft: string
  readonly onClose: () => void
}

/** Merges a partner into another one, after a preview of what goes and what stays. */
export default function MergeDialog({ partner, draft: draftName, onClose }: MergeDialogProps) {
  const navigate = useNavigate()
  const draft = useDraft(draftName, initial)
  const { values } = draft
  const query = useQuery(mergePreviewQuery(partner.id, values.intoPartnerId))
  const preview = useConfirmedPreview(query)
  const { withProof, dialog } = useProofQuestion()
  const form = useFormOver(
    {
      shape: mergeForm,
      initial,
      toRequestBody: (typed) => ({ ...typed, state: preview.state }),
      errorTitle: m.notMerged,
      send: (input) =>
        withProof(bankAccessQuestion(m.merge(), m.notMerged), (proof) =>
          preview.confirm(async () => {
            const { partner: into } = await mergePartner(partner.id, { ...input, ...proof })
            toastSuccess(m.isMerged(), m.isPartOf({ from: partyName(partner), to: partyName(into) }))
            onClose()
            await navigate(partnerPath(into.id))
          }),
        ),
      onFailure: (error) => toastFailure(m.notMerged(), error),
    },
    draft,
  )
  const { obstacles = [], people = [] } = query.data ?? {}
  const needed = useNeededRight(people.map(become(values.ownersBecome)), true)
  return (
    <FormDialog
      form={form}
      title={m.mergeTitle({ name: partyName(partner) })}
      action={m.merge()}
      danger
      size="lg"
      right="partners"
      disabled={!preview.isReady || obstacles.length > 0}
      above={dialog}
      onClose={onClose}
      {...needed}
    >
      <PartnerField
        name="intoPartnerId"
        label={m.mergeInto()}
        except={partner.id}
        value={values.intoPartnerId}
        error={form.errors.intoPartnerId}
        onChange={(id) => form.set('intoPartnerId', id)}
      />
      {values.intoPartnerId !== null && (
        <QueryBoundary query={query} rows={4}>
          {(effect) => (
            <Stack>
              <Obstacles
                texts={effect.obstacles.map((each) => mergeObstacleTexts[each])}
                checking={query.isFetching}
                onCheck={() => void query.refetch()}
              />
              <MergeEffect effect={effect} ownersBecome={values.ownersBecome} />
              <OwnersChoice value={values.ownersBecome} onChange={(role) => form.set('ownersBecome', role)} />
            </Stack>
          )}
        </QueryBoundary>
      )}
      <ReasonField field={form.text('reason')} hint={m.reasonInBoth()} wasOutdated={preview.wasOutdated} />
      <SoftText>{m.mergeIsFinal()}</SoftText>
    </FormDialog>
  )
}

interface OwnersChoiceProps {
  readonly value: OwnersBecome
  readonly onChange: (role: OwnersBecome) => void
}

function OwnersChoice({ value, onChange }: OwnersChoiceProps) {
  return (
    <Radio.Group
      label={m.ownersBecome()}
      value={value}
      onChange={(chosen) => onChange(ownersBecome.find((each) => each === chosen) ?? value)}
    >
      <Stack gap={8} mt={6}>
        {ownersBecome.map((role) => (
          <Radio key={role} value={role} label={partnerRoleLabels[role]} description={explanationOf(role, true)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface MergeEffectProps {
  readonly effect: MergePreview
  readonly ownersBecome: OwnersBecome
}

/** Who and what goes to the other partner, and what stays with the one that is merged. */
function MergeEffect({ effect, ownersBecome: becomes }: MergeEffectProps) {
  const { from, to, people, leads, money, contracts } = effect
  const name = partyName(from)
  const amounts = [
    ...(money.pendingCents === 0 ? [] : [m.pendingAmount({ amount: formatEurosExact(money.pendingCents) })]),
    ...(money.validatedCents === 0 ? [] : [m.validatedAmount({ amount: formatEurosExact(money.validatedCents) })]),
    ...(money.paidCents === 0 ? [] : [m.paidAmount({ amount: formatEurosExact(money.paidCents) })]),
    ...(money.openPayouts === 0 ? [] : [m.openPayouts({ count: money.openPayouts })]),
    ...(money.invoices === 0 ? [] : [m.invoices({ count: money.invoices })]),
  ]
  return (
    <Preview
      from={from}
      to={to}
      facts={[
        [m.people(), <PeopleLines key="people" people={people} becomes={become(becomes)} />],
        [m.leads(), <LeadLines key="leads" {...leads} from={from} to={to} why={m.whyLeadsStayMerging()} />],
        [
          m.money(),
          <div key="money">
            {amounts.map((amount) => (
              <p key={amount}>{amount}</p>
            ))}
            {amounts.length === 0 && <p>{m.nothingEarned()}</p>}
            {amounts.length > 0 && <SoftText>{m.moneyStays({ from: name })}</SoftText>}
          </div>,
        ],
        [
          m.contracts(),
          <div key="contracts">
            <p>{m.contractsKept({ count: contracts.kept, from: name })}</p>
            {contracts.unsigned > 0 && <p>{m.unsignedDeleted({ count: contracts.unsigned })}</p>}
          </div>,
        ],
      ]}
    />
  )
}
