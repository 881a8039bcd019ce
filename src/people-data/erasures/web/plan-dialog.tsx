import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { areSeveral } from '#people-data/domain/same-name.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure, toastFormError, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ErasableLead } from '../api.ts'
import { keepsCompany } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { erasableQuery, planErasure } from './data.ts'
import { linesOf, planAction, plannedToast, toBeErased } from './erasure-words.ts'

interface PlanDialogProps {
  /** How many days the erasure waits. */
  readonly days: number
  /** Somebody who has asked, with the leads that are theirs. */
  readonly request?: { readonly id: string; readonly email: string; readonly leads: readonly ErasableLead[] }
  readonly onClose: () => void
}

/** Plans the erasure of the clients of the leads that are ticked: those of a request, or of a mailbox that is looked for. */
export function PlanDialog({ days, request, onClose }: PlanDialogProps) {
  const [typed, setTyped] = useState(request?.email ?? '')
  const [isMissing, setMissing] = useState(false)
  const [address, setAddress] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [soleTraders, setSoleTraders] = useState<ReadonlySet<string>>(new Set())
  const query = useQuery(erasableQuery(address))
  const { withProof, dialog } = useProofQuestion()
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(typed.trim() === '')
    if (typed.trim() === '') return event.currentTarget.querySelector('input')?.focus()
    setAddress(typed.trim())
    setChosen(null)
  }
  const plan = (leads: readonly ErasableLead[]) => {
    if (leads.length === 0) return toastFormError(m.notPlanned, m.noLeadChosen)
    const words = {
      title: m.confirmItIsYou(),
      text: toBeErased(leads.length, days),
      action: planAction(days),
      errorTitle: m.notPlanned(),
    }
    const planned = leads.map(({ id }) => ({ id, soleTrader: soleTraders.has(id) }))
    void withProof(words, async (proof) => {
      await planErasure({ leads: planned, ...(request ? { requestId: request.id } : {}), ...proof })
      toastSuccess(plannedToast(days))
      onClose()
    }).catch((error) => toastFailure(m.notPlanned(), error))
  }
  // Staff have said of a request which leads are the person's.
  const isOthersToo = (leads: readonly ErasableLead[]) => leads !== request?.leads && areSeveral(leads)
  const chosenOf = (leads: readonly ErasableLead[]) => chosen ?? new Set(isOthersToo(leads) ? [] : leads.map(({ id }) => id))
  const choice = (leads: readonly ErasableLead[]) => {
    if (leads.length === 0) return <SoftText>{m.noneFound()}</SoftText>
    const ticks = leads.filter(({ id }) => chosenOf(leads).has(id))
    return (
      <>
        {isOthersToo(leads) && <SoftText>{m.severalPeople()}</SoftText>}
        {leads.map((lead) => (
          <ChosenLead
            key={lead.id}
            lead={lead}
            isChosen={chosenOf(leads).has(lead.id)}
            isSoleTrader={soleTraders.has(lead.id)}
            onChoose={(isChosen) => setChosen(ticked(chosenOf(leads), lead.id, isChosen))}
            onSoleTrader={(isSoleTrader) => setSoleTraders(ticked(soleTraders, lead.id, isSoleTrader))}
          />
        ))}
        {ticks.length > 0 && <SoftText>{toBeErased(ticks.length, days)}</SoftText>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {m.cancel()}
          </Button>
          <Button color="red.9" onClick={() => plan(ticks)}>
            {planAction(days)}
          </Button>
        </Group>
      </>
    )
  }
  return (
    <Dialog onClose={onClose} title={m.eraseTitle()} size="lg">
      <Stack>
        <form onSubmit={find} noValidate>
          <Stack>
            <TextInput
              label={m.address()}
              description={m.addressHint()}
              type="email"
              autoComplete="off"
              data-autofocus
              value={typed}
              error={isMissing ? m.addressMissing() : undefined}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value)
                setMissing(false)
              }}
            />
            <Button type="submit" variant="default">
              {m.find()}
            </Button>
          </Stack>
        </form>
        {address === '' ? (
          request && choice(request.leads)
        ) : (
          <QueryBoundary query={query} rows={3}>
            {({ items }) => choice(items)}
          </QueryBoundary>
        )}
        {dialog}
      </Stack>
    </Dialog>
  )
}

const ticked = (before: ReadonlySet<string>, id: string, isTicked: boolean): ReadonlySet<string> =>
  new Set(isTicked ? [...before, id] : [...before].filter((each) => each !== id))

interface ChosenLeadProps {
  readonly lead: ErasableLead
  readonly isChosen: boolean
  readonly isSoleTrader: boolean
  readonly onChoose: (isChosen: boolean) => void
  readonly onSoleTrader: (isSoleTrader: boolean) => void
}

/** A lead with what an erasure does with it, and until when which law holds it. */
function ChosenLead({ lead, isChosen, isSoleTrader, onChoose, onSoleTrader }: ChosenLeadProps) {
  const { number, name, company, partner, holds } = lead
  const hasCompany = company !== ''
  const stays = holds.length > 0 && keepsCompany({ outcome: null, soleTrader: isSoleTrader, hasCompany })
  const lines = [...linesOf({ ...lead, company: hasCompany, soleTrader: isSoleTrader }), ...(stays ? [m.matchingNote()] : [])]
  return (
    <div>
      <Checkbox
        label={[number, name, company, partner].filter(Boolean).join(' · ')}
        checked={isChosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      {isChosen && (
        <Stack gap={4} ml="xl" my="xs">
          {lines.map((line) => (
            <SoftText key={line} fz="sm">
              {line}
            </SoftText>
          ))}
          {holds.length > 0 && hasCompany && (
            <Checkbox
              label={m.soleTrader()}
              checked={isSoleTrader}
              onChange={({ currentTarget }) => onSoleTrader(currentTarget.checked)}
            />
          )}
        </Stack>
      )}
    </div>
  )
}
