import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { BulkBar } from '#platform/web/ui/tables/bulk-bar.tsx'
import { type Commission, maxBulkActions } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import { payCommissions, validateCommissions } from './data.ts'
import { PaymentDialog } from './payment-dialog.tsx'

const acts = {
  validate: {
    button: m.validate(),
    title: m.validateCommissions(),
    done: m.commissionsValidated(),
    after: m.afterValidation(),
  },
  pay: {
    button: m.markAsPaid(),
    title: m.markAsPaidTitle(),
    done: m.commissionsMarkedPaid(),
    after: m.afterPayment(),
  },
} as const
type Act = keyof typeof acts

const countedAct = { validate: m.validateCount, pay: m.markCountPaid } as const

const countText = (rows: readonly Commission[]) => m.commissionCount({ count: rows.length })
const summed = (rows: readonly Commission[]) => formatEurosExact(rows.reduce((sum, row) => sum + row.amountCents, 0))

/** A phone is too narrow for a button's words and amount: they take two lines there, since a cut amount misleads. */
const wrapping = {
  root: { height: 'auto', minHeight: 'var(--button-height)' },
  label: { whiteSpace: 'normal', lineHeight: 1.3, paddingBlock: 4 },
} as const

/** Bulk actions for selected rows; each button shows count and amount. */
export function CommissionBar({ commissions, onClear }: { commissions: readonly Commission[]; onClear: () => void }) {
  const [action, setAct] = useState<Act | null>(null)
  const fit = { validate: commissions.filter((row) => row.can.validate), pay: commissions.filter((row) => row.can.pay) }
  const rows = action ? fit[action] : []
  const partners = new Set(rows.map((row) => row.partner.name))
  const about = `${countText(rows)}, ${summed(rows)}`
  const [only = ''] = partners
  const whom = partners.size === 1 ? only : m.partnerCount({ count: partners.size })
  const { title, button, after } = acts[action ?? 'validate']
  const words = {
    title,
    text: m.bulkText({ button, commissions: countText(rows), whom, sum: summed(rows), after }),
    action: `${button} ${summed(rows)}`,
  }
  const isOver = Math.max(fit.validate.length, fit.pay.length) > maxBulkActions
  const chosen = { count: commissions.length, sum: summed(commissions) }
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
                {countedAct[act]({ count: fit[act].length })}, {summed(fit[act])}
              </Button>
            ),
        )}
      </BulkBar>
      {action === 'validate' && (
        <ConfirmDialog
          opened
          {...words}
          onClose={close}
          onConfirm={async () => {
            await announced(validateCommissions(rows), acts.validate.done, about)
            onClear()
          }}
        />
      )}
      {action === 'pay' && (
        <PaymentDialog
          {...words}
          draft={`payment of ${rows.map(({ id }) => id).join(' ')}`}
          done={[acts.pay.done, about]}
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
