import { Text } from '@mantine/core'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type BillingMode, billingModes } from '../domain/billing.ts'
import { m } from '../messages/messages.ts'
import classes from './billing.module.css'

export const modeChoices: Readonly<Record<BillingMode, { readonly title: string; readonly text: string }>> = {
  self_billing: {
    title: m.selfBilling(),
    text: m.selfBillingText(),
  },
  upload: {
    title: m.withInvoice(),
    text: m.withInvoiceText(),
  },
  receipt: {
    title: m.withoutInvoice(),
    text: m.withoutInvoiceText(),
  },
}

interface ModeChoiceProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (mode: BillingMode) => void
}

/** Who invoices the partner's commissions; worded for the partner and for staff. */
export function ModeChoice({ value, error, onChange }: ModeChoiceProps) {
  return (
    <fieldset className={classes.modes} aria-describedby={error ? 'billing-mode-error' : undefined}>
      <legend>{m.billingOfCommissions()}</legend>
      {billingModes.map((mode) => (
        <label key={mode} className={classes.mode}>
          <input type="radio" name="mode" value={mode} checked={value === mode} onChange={() => onChange(mode)} />
          <span>
            <strong>{modeChoices[mode].title}</strong>
            <SoftText component="span" display="block">
              {modeChoices[mode].text}
            </SoftText>
          </span>
        </label>
      ))}
      {error && (
        <Text fz="sm" c="var(--danger-ink)" id="billing-mode-error">
          {error}
        </Text>
      )}
    </fieldset>
  )
}
