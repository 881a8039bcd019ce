import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ErasableLead } from '../api.ts'
import { m } from '../messages/messages.ts'
import { erasableQuery, planErasure } from './data.ts'
import { holdLabels } from './erasure-words.ts'

interface PlanDialogProps {
  /** The mailbox of somebody who has asked. */
  readonly of?: string
  readonly onClose: () => void
}

/** Looks for the leads of a mailbox and plans the erasure of their client. */
export function PlanDialog({ of = '', onClose }: PlanDialogProps) {
  const [typed, setTyped] = useState(of)
  const [address, setAddress] = useState(of)
  const [soleTraders, setSoleTraders] = useState<ReadonlySet<string>>(new Set())
  const query = useQuery(erasableQuery(address))
  const { withProof, dialog } = useProofQuestion()
  const find = (event: FormEvent) => {
    event.preventDefault()
    setAddress(typed.trim())
  }
  const plan = (leads: readonly ErasableLead[]) => {
    const words = { title: m.confirmItIsYou(), text: m.matchingNote(), action: m.plan(), errorTitle: m.notPlanned() }
    const chosen = leads.map(({ id }) => ({ id, soleTrader: soleTraders.has(id) }))
    void withProof(words, async (proof) => {
      await planErasure({ leads: chosen, ...proof })
      toastSuccess(m.plannedToast())
      onClose()
    }).catch((error) => toastFailure(m.notPlanned(), error))
  }
  const tick = (id: string, isTicked: boolean) =>
    setSoleTraders((before) => new Set(isTicked ? [...before, id] : [...before].filter((each) => each !== id)))
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
                  {items.map(({ id, number, name, company, partner, holds }) => (
                    <div key={id}>
                      <p className="cell-main">{[number, name, company, partner].filter(Boolean).join(' · ')}</p>
                      <p className="cell-note">
                        {holds.length === 0
                          ? m.willBeDeleted()
                          : m.willBeEmptied({ holds: holds.map((hold) => holdLabels[hold]).join(', ') })}
                      </p>
                      {company !== '' && (
                        <Checkbox
                          label={m.soleTrader()}
                          checked={soleTraders.has(id)}
                          onChange={({ currentTarget }) => tick(id, currentTarget.checked)}
                        />
                      )}
                    </div>
                  ))}
                  <SoftText>{m.matchingNote()}</SoftText>
                  <Button color="red" onClick={() => plan(items)}>
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
