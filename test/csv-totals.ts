import Papa from 'papaparse'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { readZip } from './read-zip.ts'
import type { Client } from './test-app.ts'

type Rows = readonly Readonly<Record<string, string>>[]

const sum = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((total, item) => total + of(item), 0)

/** What a spreadsheet adds up: cells that it takes for text count nothing. */
function columnSum(rows: Rows, heading: string): number {
  return sum(rows, (row) => {
    const cell = row[heading] ?? ''
    return /^-?\d+,\d\d$/.test(cell) ? Number(cell.replace(',', '')) : 0
  })
}

function readTable(text: string): Rows {
  const [headings = [], ...rows] = Papa.parse(text.replace(/^\ufeff/, '').trimEnd(), { delimiter: ';' }).data as string[][]
  return rows.map((cells) => Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? ''])))
}

/** The columns of money of every exported list whose sum is not what the API says, in words; and how many rows were negative. */
export async function compareCsvTotals(client: Client): Promise<{ wrong: readonly string[]; negative: number }> {
  const table = async (path: string) => readTable((await client.send('GET', path)).body)
  const [commissions, payments, invoices, payouts] = [
    await table('/api/commissions.csv'),
    await table('/api/client-payments.csv'),
    await table('/api/invoices.csv'),
    await table('/api/payouts.csv'),
  ]
  const zip = readZip((await client.send('GET', '/api/invoices.zip')).rawPayload)
  const index = readTable(zip.read(zip.names[0] ?? '').toString())
  const { byStatus } = await client.call(commissionRoutes.commissionSummary, { query: {} })
  const received = await client.call(clientPaymentRoutes.clientPaymentSummary, { query: {} })
  const issued = await client.call(invoiceRoutes.invoiceSummary, { query: {} })
  const { byState } = await client.call(payoutRoutes.payoutSummary, { query: {} })
  const documents = { 'Net (EUR)': issued.netCents, 'VAT (EUR)': issued.vatCents, 'Total (EUR)': issued.totalCents }
  const lists: readonly (readonly [string, Rows, Readonly<Record<string, number>>])[] = [
    [
      'commissions',
      commissions,
      {
        'Amount (EUR)': sum(byStatus, (each) => each.amountCents),
        'Revenue (EUR)': sum(byStatus, (each) => each.revenueCents),
      },
    ],
    [
      'client payments',
      payments,
      { 'Net amount (EUR)': received.paidCents - received.refundedCents, 'Commission (EUR)': received.commissionCents },
    ],
    ['invoices', invoices, documents],
    ['index of the ZIP', index, documents],
    ['payouts', payouts, { 'Total (EUR)': sum(byState, (each) => each.totalCents) }],
  ]
  const wrong = lists.flatMap(([name, rows, columns]) =>
    Object.entries(columns).flatMap(([heading, cents]) => {
      const total = columnSum(rows, heading)
      return total === cents ? [] : [`${heading} of ${name}: ${total} instead of ${cents}`]
    }),
  )
  return { wrong, negative: commissions.filter((row) => row['Amount (EUR)']?.startsWith('-0,')).length }
}
