import { Button, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { BulkBar } from '#platform/web/ui/tables/bulk-bar.tsx'
import { type Commission, maxBulkActions } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import { payCommissions, validateCommissions, validationEffectQuery } from './data.ts'
import { PaymentDialog } from './payment-dialog.tsx'

const acts = {
  validate: {
    button: m.validate(),
    title: m.validateCommissions(),
    done: m.commissionsValidated(),
  },
  pay: {
    button: m.markAsPaid(),
    title: m.markAsPaidTitle(),
    done: m.commissionsMarkedPaid(),
  },
} as const
type Act = keyof typeof acts

const countedAct = { validate: m.validateCount, pay: m.markCountPaid } as const

interface Sum {
  readonly count: number
  readonly amountCents: number
}

const sumOf = (rows: readonly Commission[]): Sum => ({
  count: rows.length,
  amountCents: rows.reduce((sum, row) => sum + row.amountCents, 0),
})
const countText = ({ count }: Sum) => m.commissionCount({ count })
const summed = ({ amountCents }: Sum) => formatEurosExact(amountCents)

/** A phone is too narrow for a button's words and amount: they take two lines there, since a cut amount misleads. */
const wrapping = {
  root: { height: 'auto', minHeight: 'var(--button-height)' },
  label: { whiteSpace: 'normal', lineHeight: 1.3, paddingBlock: 4 },
} as const

/** Bulk actions for selected rows; each button shows count and amount. */
export function CommissionBar({ commissions, onClear }: { commissions: readonly Commission[]; onClear: () => void }) {
  const [action, setAct] = useState<Act | null>(null)
  const { tiers } = useSettings().commission
  const fit = { validate: commissions.filter((row) => row.can.validate), pay: commissions.filter((row) => row.can.pay) }
  const rows = action ? fit[action] : []
  const partners = new Set(rows.map((row) => row.partner.name))
  const effect = useQuery({ ...validationEffectQuery(rows.map(({ id }) => id)), enabled: action === 'validate' }).data
  const sum = action === 'validate' && effect ? effect.validates : sumOf(rows)
  const about = `${countText(sum)}, ${summed(sum)}`
  const left = effect?.left ?? []
  const done = rows.filter(({ id }) => !left.some((each) => each.id === id))
  const [only = ''] = partners
  const whom = partners.size === 1 ? only : m.partnerCount({ count: partners.size })
  const { title, button } = acts[action ?? 'validate']
  const after = action === 'pay' ? m.afterPayment() : m.afterValidation({ tiers: tiers > 0 ? 'yes' : 'no' })
  const words = {
    title,
    text: m.bulkText({ button, commissions: countText(sum), whom, sum: summed(sum), after }),
    action: `${button} ${summed(sum)}`,
  }
  const isOver = Math.max(fit.validate.length, fit.pay.length) > maxBulkActions
  const chosen = { count: commissions.length, sum: summed(sumOf(commissions)) }
  const chosenText = isOver ? m.chosenTooMany({ ...chosen, max: maxBulkActions }) : m.chosen(chosen)
  const close = () => setAct(null)
  return (
    <>
      <BulkBar label={m.chosenCommissions()} count={commissions.length} text={chosenText} onClear={onClear}>
        {(['validate', 'pay'] as const).map(
          (act) =>
            fit[act].length > 0 && (
              <Button
                key={act}
                size="sm"
                variant={act === 'pay' ? 'default' : 'filled'}
                styles={wrapping}
                disabled={fit[act].length > maxBulkActions}
                onClick={() => setAct(act)}
              >
                {countedAct[act]({ count: fit[act].length })}, {summed(sumOf(fit[act]))}
              </Button>
            ),
        )}
      </BulkBar>
      {action === 'validate' && (
        <ConfirmDialog
          opened
          {...words}
          onClose={close}
          onConfirm={
            done.length === 0
              ? null
              : async () => {
                  const ids = done.map(({ id }) => id)
                  await announced(validateCommissions(ids, sum.amountCents), acts.validate.done, about)
                  onClear()
                }
          }
        >
          <Effect left={left} accepts={effect?.accepts ?? []} whole={sum.count > done.length ? sum.count : null} rows={rows} />
        </ConfirmDialog>
      )}
      {action === 'pay' && (
        <PaymentDialog
          {...words}
          draft={`payment of ${rows.map(({ id }) => id).join(' ')}`}
          done={[acts.pay.done, about]}
          commissions={rows}
          onPay={async (payment) => {
            await payCommissions(rows, payment)
            onClear()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

interface EffectProps {
  readonly left: readonly { readonly id: string; readonly why: string }[]
  readonly accepts: readonly string[]
  /** How many become valid with the chosen ones, if these are not all. */
  readonly whole: number | null
  readonly rows: readonly Commission[]
}

/** What a validation does besides, and what it leaves out, each with its reason. */
function Effect({ left, accepts, whole, rows }: EffectProps) {
  const nameOf = (id: string) => {
    const row = rows.find((each) => each.id === id)
    return row ? m.amountFor({ amount: formatEurosExact(row.amountCents), name: row.lead?.company || row.partner.name }) : ''
  }
  return (
    <>
      {whole !== null && <Text mb="xs">{m.leadsCountWhole({ count: whole })}</Text>}
      {accepts.length > 0 && (
        <Text mb="xs">{m.acceptsRegistrations({ count: accepts.length, numbers: accepts.join(', ') })}</Text>
      )}
      {left.length > 0 && (
        <>
          <Text fw={600}>{m.notValidatedNow({ count: left.length })}</Text>
          <List fz="sm">
            {left.map(({ id, why }) => (
              <List.Item key={id}>
                {nameOf(id)} — {why}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </>
  )
}
