import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { type CountedPeriod, daysText, periodTexts, usualDays } from '#people-data/register/domain/periods.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { checkedPeriod, maxDays, periodForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { choosePeriod } from './data.ts'

interface PeriodDialogProps {
  readonly name: CountedPeriod
  readonly days: number
  readonly onClose: () => void
}

/** Chooses how long something is kept; longer than usual only with a reason. */
export function PeriodDialog({ name, days, onClose }: PeriodDialogProps) {
  const [chosen, setChosen] = useState<number | string>(days)
  const { of } = periodTexts[name]
  const count = chosen === '' ? Number.NaN : Number(chosen)
  const { error: unfit } = periodForm.shape.days.safeParse(count)
  const error = unfit
    ? { path: 'days', message: m.daysUnfit({ max: maxDays }) }
    : checkedPeriod(name, { days: count, reason: '' })
  const length = unfit ? '–' : daysText(count)
  return (
    <ReasonDialog
      rule={periodForm.shape.reason}
      title={m.choosePeriodOf({ of })}
      text={m.choosePeriodText()}
      action={m.save()}
      label={m.reason()}
      description={m.reasonWhenLonger({ length: daysText(usualDays(name)) })}
      required={error?.path === 'reason'}
      chosen={chosen !== days}
      draft={`period ${name}`}
      done={[m.chosenPeriod, m.choosePeriodText]}
      onClose={onClose}
      onSend={async (reason) => {
        if (unfit) throw new Error(error?.message)
        await choosePeriod(name, count, reason)
      }}
    >
      <NumberInput
        label={m.daysKept()}
        name="days"
        required
        allowDecimal={false}
        description={m.chosenLength({ length, usual: daysText(usualDays(name)) })}
        value={chosen}
        onChange={setChosen}
        error={error?.path === 'days' ? error.message : undefined}
      />
    </ReasonDialog>
  )
}
