import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
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
import { holdText } from './erasure-words.ts'

interface PlanDialogProps {
  /** The mailbox of somebody who has asked. */
  readonly of?: string
  readonly onClose: () => void
}

/** Looks for the leads of a mailbox and plans the erasure of the clients of those that are ticked. */
export function PlanDialog({ of = '', onClose }: PlanDialogProps) {
  const [typed, setTyped] = useState(of)
  const [address, setAddress] = useState(of)
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [soleTraders, setSoleTraders] = useState<ReadonlySet<string>>(new Set())
  const query = useQuery(erasableQuery(address))
  const { withProof, dialog } = useProofQuestion()
  const find = (event: FormEvent) => {
    event.preventDefault()
    setAddress(typed.trim())
    setChosen(null)
  }
  const plan = (leads: readonly ErasableLead[]) => {
    if (leads.length === 0) return toastFormError(m.notPlanned, m.noLeadChosen)
    const words = {
      title: m.confirmItIsYou(),
      text: m.toBeErased({ count: leads.length }),
      action: m.plan(),
      errorTitle: m.notPlanned(),
    }
    const planned = leads.map(({ id }) => ({ id, soleTrader: soleTraders.has(id) }))
    void withProof(words, async (proof) => {
      await planErasure({ leads: planned, ...proof })
      toastSuccess(m.plannedToast())
      onClose()
    }).catch((error) => toastFailure(m.notPlanned(), error))
  }
  const chosenOf = (leads: readonly ErasableLead[]) => chosen ?? new Set(areSeveral(leads) ? [] : leads.map(({ id }) => id))
  return (
    <Dialog onClose={onClose} title={m.eraseTitle()} size="lg">
      <Stack>
        <form onSubmit={find}>
          <Stack>
            <TextInput
              label={m.address()}
              description={m.addressHint()}
              type="email"
              autoComplete="off"
              data-autofocus
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <Button type="submit" variant="default">
              {m.find()}
            </Button>
          </Stack>
        </form>
        {address !== '' && (
          <QueryBoundary query={query} rows={3}>
            {({ items }) =>
              items.length === 0 ? (
                <SoftText>{m.noneFound()}</SoftText>
              ) : (
                <>
                  {areSeveral(items) && <SoftText>{m.severalPeople()}</SoftText>}
                  {items.map((lead) => (
                    <ChosenLead
                      key={lead.id}
                      lead={lead}
                      isChosen={chosenOf(items).has(lead.id)}
                      isSoleTrader={soleTraders.has(lead.id)}
                      onChoose={(isChosen) => setChosen(ticked(chosenOf(items), lead.id, isChosen))}
                      onSoleTrader={(isSoleTrader) => setSoleTraders(ticked(soleTraders, lead.id, isSoleTrader))}
                    />
                  ))}
                  <Button color="red.9" onClick={() => plan(items.filter(({ id }) => chosenOf(items).has(id)))}>
                    {m.plan()}
                  </Button>
                </>
              )
            }
          </QueryBoundary>
        )}
        {dialog}
      </Stack>
    </Dialog>
  )
}

const ticked = (before: ReadonlySet<string>, id: string, isTicked: boolean): ReadonlySet<string> =>
  new Set(isTicked ? [...before, id] : [...before].filter((each) => each !== id))

function linesOf(lead: ErasableLead, keepsItsCompany: boolean): readonly string[] {
  if (lead.holds.length === 0) return [m.willBeDeleted()]
  return [
    m.willBeEmptied({ company: keepsItsCompany ? 'yes' : 'no' }),
    ...lead.holds.map((hold) => holdText(hold, lead)),
    ...(keepsItsCompany ? [m.matchingNote()] : []),
  ]
}

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
  const stays = keepsCompany({ outcome: null, soleTrader: isSoleTrader, hasCompany: company !== '' })
  return (
    <div>
      <Checkbox
        label={[number, name, company, partner].filter(Boolean).join(' · ')}
        checked={isChosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      {isChosen && (
        <Stack gap={4} ml="xl" my="xs">
          {linesOf(lead, stays).map((line) => (
            <SoftText key={line} fz="sm">
              {line}
            </SoftText>
          ))}
          {holds.length > 0 && company !== '' && (
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
