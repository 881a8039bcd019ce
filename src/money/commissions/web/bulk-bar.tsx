import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { BulkBar } from '#platform/web/ui/tables/bulk-bar.tsx'
import { type Commission, maxBulkActions } from '../api/commissions.ts'
import { payCommissions, validateCommissions } from './data.ts'
import { PaymentDialog } from './payment-dialog.tsx'

const acts = {
  validate: {
    button: 'Validate',
    title: 'Validate commissions',
    done: 'Commissions validated',
    after: 'Their revenue counts for the partners’ tiers from then on. Registrations that wait for an answer are accepted.',
  },
  pay: {
    button: 'Mark as Paid',
    title: 'Mark as paid',
    done: 'Commissions marked as paid',
    after: 'What was paid by mistake is taken back by a line of its own.',
  },
} as const
type Act = keyof typeof acts

const countText = (rows: readonly Commission[]) => `${rows.length} ${rows.length === 1 ? 'commission' : 'commissions'}`
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
  const whom = partners.size === 1 ? [...partners][0] : `${partners.size} partners`
  const { title, button, after } = acts[action ?? 'validate']
  const words = {
    title,
    text: `${button}: ${countText(rows)} for ${whom}, ${summed(rows)} in all. ${after}`,
    action: `${button} ${summed(rows)}`,
  }
  const isOver = Math.max(fit.validate.length, fit.pay.length) > maxBulkActions
  const limit = isOver ? ` — at most ${maxBulkActions} are settled at once` : ''
  const chosen = `${countText(commissions)} chosen, ${summed(commissions)}`
  const close = () => setAct(null)
  return (
    <>
      <BulkBar label="Chosen commissions" count={commissions.length} text={`${chosen}${limit}`} onClear={onClear}>
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
                {act === 'validate' ? `Validate ${countText(fit[act])}` : `Mark ${countText(fit[act])} as paid`},{' '}
                {summed(fit[act])}
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
