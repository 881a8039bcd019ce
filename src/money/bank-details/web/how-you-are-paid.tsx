import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { paymentTerm } from '#money/commissions/domain.ts'
import { comingQuery, nextPayment } from '#overview/partner/web/data.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import { IconCalendarDue, IconEye, IconLock, IconReceiptEuro } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { PaymentInfo } from '../api.ts'
import { m } from '../messages/messages.ts'
import classes from './payment-info.module.css'

/** Explains the use of the bank details, who sees them, and the next payment. */
export function HowYouArePaid({ payment }: { readonly payment: PaymentInfo | null }) {
  const { providerName } = useSettings()
  const { data } = useQuery(comingQuery)
  const next = data && nextPayment(data.lines)
  return (
    <aside className={classes.aside} aria-labelledby="how-paid">
      {next && (
        <div className={classes.next}>
          <SoftText>{m.nextPayment()}</SoftText>
          <p className={`display ${classes.nextFigure}`}>
            <span className="figure">{formatEuros(next.amountCents)}</span>
          </p>
          <SoftText>
            {new Date(next.payableBy).getTime() < Date.now()
              ? m.expectedSince({ day: shortDate(next.payableBy) })
              : m.expectedBy({ day: shortDate(next.payableBy) })}
          </SoftText>
        </div>
      )}
      <Title order={2} fz={20} mb="md" id="how-paid">
        {m.howYouArePaid()}
      </Title>
      <ul className={classes.words}>
        <li>
          <IconCalendarDue size={20} aria-hidden="true" />
          {paymentTerm}
        </li>
        <li>
          <IconReceiptEuro size={20} aria-hidden="true" />
          {m.eachTransferred()}
        </li>
        <li>
          <IconLock size={20} aria-hidden="true" />
          {m.ibanEncrypted()}
        </li>
        {payment?.reveals.map((at) => (
          <li key={at}>
            <IconEye size={20} aria-hidden="true" />
            {m.ibanViewed({ providerName, day: longDate(at) })}
          </li>
        ))}
      </ul>
    </aside>
  )
}
