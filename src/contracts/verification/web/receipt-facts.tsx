import { ofCompany } from '#leads/leads/domain/client.ts'
import { formatReference } from '#platform/domain/references.ts'
import { dayText, longDate } from '#platform/web/ui/dates.ts'
import { m } from '../messages/messages.ts'
import type { Receipt } from './data.ts'
import type { Words } from './file-messages.ts'
import classes from './verify-page.module.css'

export const receiptWords: Words = {
  tone: 'known',
  title: m.knownReceipt(),
  text: m.knownReceiptText(),
}

/** What a receipt of a registration says, and whether the journal still holds it. */
export function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { reference, number, provider, partner, company, submitted, recordSha256, fileSha256, madeAt, journal } = receipt
  return (
    <dl className={classes.facts}>
      <dt>{m.receipt()}</dt>
      <dd>
        {number}
        <small className="figure">{formatReference(reference)}</small>
      </dd>
      <dt>{m.registration()}</dt>
      <dd>{m.broughtBy({ of: ofCompany(company), company, partner, provider })}</dd>
      <dt>{m.registeredOn()}</dt>
      <dd>{submitted}</dd>
      <dt>{m.journal()}</dt>
      <dd>
        {journal.holds ? m.lineHolds({ seq: journal.seq }) : m.lineChanged({ seq: journal.seq })}
        <small>{journal.closedOn ? closedText(journal.closedOn, journal.stampedAt) : m.dayOpen()}</small>
      </dd>
      <dt>{m.lineHash()}</dt>
      <dd className={classes.hash}>{journal.hash}</dd>
      <dt>{m.recordHash()}</dt>
      <dd className={classes.hash}>{recordSha256}</dd>
      <dt>{m.receiptHash({ day: longDate(madeAt) })}</dt>
      <dd className={classes.hash}>{fileSha256}</dd>
    </dl>
  )
}

function closedText(day: string, stampedAt: string | null): string {
  return stampedAt
    ? m.dayClosedStamped({ day: dayText(day), stampedAt: longDate(stampedAt) })
    : m.dayClosed({ day: dayText(day) })
}
