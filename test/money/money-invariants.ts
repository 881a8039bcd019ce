import { readPayoutFile } from '#money/payout-files/server/stored-file.ts'
import type { MoneyWorld } from './money-world.ts'

/** Half up to the cent, written apart from the product's arithmetic; the rate in percent with two decimals. */
export function shareOf(cents: number, rate: number): number {
  const scaled = BigInt(cents) * BigInt(Math.round(rate * 100))
  return Number((scaled * 2n + 10_000n) / 20_000n)
}

interface CommissionRow {
  readonly id: string
  readonly partner_id: string
  readonly reverses_id: string | null
  readonly client_payment_id: string | null
  readonly payout_id: string | null
  readonly kind: string
  readonly status: string
  readonly revenue_cents: number
  readonly amount_cents: number
}

interface PayoutRow {
  readonly id: string
  readonly partner_id: string
  readonly status: string
  readonly billing_mode: string | null
  readonly net_cents: number
  readonly vat_cents: number
  readonly total_cents: number
  readonly commission_count: number
  readonly lines: readonly { readonly amountCents: number }[]
  readonly vat_stated: number
}

interface DocumentRow {
  readonly id: string
  readonly payout_id: string
  readonly kind: string
  readonly corrects_id: string | null
  readonly vat_rate: string
  readonly net_cents: number
  readonly vat_cents: number
  readonly lines_cents: number
}

interface FileRow {
  readonly id: string
  readonly message_id: string
  readonly file_id: string
  readonly sha256: string
  readonly total_cents: number
  readonly line_count: number
}

interface LineRow {
  readonly payout_file_id: string
  readonly payout_id: string
  readonly total_cents: number
  readonly state: string
}

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

/** Judges a sequence by its ledger: what is not as it has to be, in words. */
export class MoneyInvariants {
  readonly broken: string[] = []
  readonly #world: MoneyWorld

  constructor(world: MoneyWorld) {
    this.#world = world
  }

  #equal(what: string, actual: unknown, expected: unknown): void {
    if (actual !== expected) this.broken.push(`${what}: ${actual} instead of ${expected}`)
  }

  async check(): Promise<readonly string[]> {
    const { ledger } = this.#world
    const ids = (all: readonly { id: string }[]) => all.map(({ id }) => `'${id}'`).join() || 'null'
    const condition = `kind <> 'deal' and (lead_id in (${ids([...ledger.leads.keys()].map((id) => ({ id })))})
      or id in (${ids(ledger.bonuses)}) or reverses_id in (${ids(ledger.bonuses)}))`
    const [commissions, payouts, documents, files, lines] = [
      await this.#world.rows<CommissionRow>(`select * from commissions where ${condition}`),
      await this.#world.rows<PayoutRow>(
        `select *, statement->'lines' as lines, (statement->>'vatCents')::int as vat_stated from payouts where run_id = any($1)`,
      ),
      await this.#world.rows<DocumentRow>(
        `select i.*, (select coalesce(sum(x.net_cents), 0)::bigint from invoice_lines x where x.invoice_id = i.id) as lines_cents
          from invoices i join payouts p on p.id = i.payout_id where p.run_id = any($1)`,
      ),
      await this.#world.rows<FileRow>(
        `select * from payout_files f where exists (select from payout_file_lines l join payouts p on p.id = l.payout_id
          where l.payout_file_id = f.id and p.run_id = any($1))`,
      ),
      await this.#world.rows<LineRow>(
        `select l.* from payout_file_lines l join payouts p on p.id = l.payout_id where p.run_id = any($1)`,
      ),
    ]
    this.#earned(commissions)
    for (const payout of payouts) this.#paid(payout, commissions, lines)
    this.#documented(payouts, documents)
    this.#balanced(commissions, payouts)
    for (const file of files) await this.#filed(file, lines)
    await this.#numbered()
    return this.broken
  }

  /** Client payments x rate = commissions, to half a cent a line; what a client or the staff took back is taken back once. */
  #earned(commissions: readonly CommissionRow[]): void {
    const { ledger } = this.#world
    const judge = (row: CommissionRow | undefined, about: { what: string; revenue: number; rate: number; left: number }) => {
      if (!row) return void this.broken.push(`${about.what} has no commission`)
      const { what, revenue, rate, left } = about
      const all = [row, ...commissions.filter(({ reverses_id }) => reverses_id === row.id)]
      this.#equal(`amount of ${what}`, row.amount_cents, shareOf(revenue, rate))
      this.#equal(
        `revenue left of ${what}`,
        sum(all, (each) => each.revenue_cents),
        left,
      )
      const amount = sum(all, (each) => each.amount_cents)
      const off = Math.abs(amount * 10_000 - left * Math.round(rate * 100))
      if (off > 5000 * all.length || (left === 0 && amount !== 0))
        this.broken.push(`${what} brings ${amount} for ${left} at ${rate}`)
    }
    for (const { id, leadId, netCents, refundedCents, reversedCents } of ledger.payments) {
      const part = commissions.find((row) => row.kind === 'payment' && row.client_payment_id === id)
      const rate = ledger.leads.get(leadId)?.rate ?? 0
      const left = Math.max(0, netCents - refundedCents - reversedCents)
      judge(part, { what: `payment ${id}`, revenue: netCents, rate, left })
    }
    for (const { id, revenueCents, rate, reversedCents } of ledger.bonuses) {
      const row = commissions.find((each) => each.id === id)
      judge(row, { what: `bonus ${id}`, revenue: revenueCents, rate, left: revenueCents - reversedCents })
    }
    this.#equal('commissions without a cause', commissions.filter(({ reverses_id }) => !reverses_id).length, this.#causes)
  }

  get #causes(): number {
    return this.#world.ledger.payments.length + this.#world.ledger.bonuses.length
  }

  /** Its commissions are its net and are paid with it; a transfer is under way exactly while it is sent. */
  #paid(payout: PayoutRow, commissions: readonly CommissionRow[], lines: readonly LineRow[]): void {
    const what = `payout ${payout.id} (${payout.status})`
    const own = commissions.filter(({ payout_id }) => payout_id === payout.id)
    const isCancelled = payout.status === 'cancelled'
    this.#equal(`commissions of ${what}`, own.length, isCancelled ? 0 : payout.commission_count)
    this.#equal(
      `net of ${what}`,
      sum(own, (row) => row.amount_cents),
      isCancelled ? 0 : payout.net_cents,
    )
    this.#equal(
      `statement of ${what}`,
      sum(payout.lines, (line) => line.amountCents),
      payout.net_cents,
    )
    this.#equal(`VAT on the statement of ${what}`, payout.vat_stated, payout.vat_cents)
    this.#equal(`total of ${what}`, payout.total_cents, payout.net_cents + payout.vat_cents)
    const isPaid = payout.status === 'paid'
    this.#equal(`account for ${what}`, this.#world.ledger.account.get(payout.id) ?? 0, isPaid ? payout.total_cents : 0)
    this.#equal(`paid commissions of ${what}`, own.filter(({ status }) => status === 'paye').length, isPaid ? own.length : 0)
    const transfers = lines.filter(({ payout_id }) => payout_id === payout.id)
    const live = transfers.filter(({ state }) => state === 'sent' || state === 'accepted')
    this.#equal(`transfers under way of ${what}`, live.length, payout.status === 'sent' ? 1 : 0)
    for (const { total_cents } of transfers) this.#equal(`transfer of ${what}`, total_cents, payout.total_cents)
  }

  /** Invoices less credit notes are net and VAT of the payout, each rounded once; nothing is left of a cancelled one. */
  #documented(payouts: readonly PayoutRow[], documents: readonly DocumentRow[]): void {
    for (const { id, net_cents, vat_cents, lines_cents, vat_rate, kind, corrects_id } of documents) {
      this.#equal(`lines of ${kind} ${id}`, lines_cents, net_cents)
      this.#equal(`VAT of ${kind} ${id}`, vat_cents, shareOf(net_cents, Number(vat_rate)))
      if (kind !== 'credit_note') continue
      const original = documents.find((each) => each.id === corrects_id)
      const all = documents.filter((each) => each.corrects_id === corrects_id && this.#stands(each, payouts))
      // The invoice that undid a credit note of a cancelled payout stands, and can be credited in its turn.
      const isTakenBack = documents.some((each) => each.corrects_id === corrects_id && each.payout_id === original?.payout_id)
      if (all.length > 0 && (!original || isTakenBack)) this.broken.push(`${id} credits what does not stand`)
      if (original && sum(all, (each) => each.net_cents) > original.net_cents)
        this.broken.push(`${corrects_id} is credited twice`)
    }
    for (const { id, status, billing_mode, net_cents, vat_cents } of payouts) {
      const own = documents.filter(({ payout_id }) => payout_id === id)
      const signed = (of: (row: DocumentRow) => number) => sum(own, (row) => (row.kind === 'credit_note' ? -of(row) : of(row)))
      const what = `payout ${id} (${status}, ${billing_mode})`
      if (billing_mode === 'upload') {
        this.#equal(`documents of ${what}`, own.length, 0)
        this.#equal(`VAT of ${what}`, vat_cents, shareOf(net_cents, 5.5))
        continue
      }
      const isUndone = status === 'cancelled' && billing_mode === 'self_billing'
      this.#equal(
        `documents' net of ${what}`,
        signed((row) => row.net_cents),
        isUndone ? 0 : net_cents,
      )
      this.#equal(
        `documents' VAT of ${what}`,
        signed((row) => row.vat_cents),
        isUndone ? 0 : vat_cents,
      )
    }
  }

  #stands({ payout_id }: DocumentRow, payouts: readonly PayoutRow[]): boolean {
    return payouts.some(({ id, status }) => id === payout_id && status !== 'cancelled')
  }

  /** What a partner has earned is in one payout that stands, or open: nothing twice, nothing lost. */
  #balanced(commissions: readonly CommissionRow[], payouts: readonly PayoutRow[]): void {
    for (const { client } of this.#world.partners) {
      const own = commissions.filter(({ partner_id }) => partner_id === client.userId)
      const live = payouts.filter(({ partner_id, status }) => partner_id === client.userId && status !== 'cancelled')
      const open = own.filter(({ payout_id }) => payout_id === null)
      const held = sum(live, (row) => row.net_cents) + sum(open, (row) => row.amount_cents)
      this.#equal(
        `payouts and balance of ${client.userId}`,
        held,
        sum(own, (row) => row.amount_cents),
      )
    }
  }

  /** The bytes that the bank gets: count, control sums and amounts are those of the lines. */
  async #filed(file: FileRow, all: readonly LineRow[]): Promise<void> {
    const { text } = await readPayoutFile(this.#world.portal, file, 'xml')
    const textsOf = (name: string) =>
      [...text.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, value]) => value)
    const cents = (values: readonly (string | undefined)[]) => values.map((value) => Number(value?.replace('.', '')))
    const lines = all.filter(({ payout_file_id }) => payout_file_id === file.id)
    const amounts = cents(textsOf('InstdAmt'))
    const what = file.message_id
    this.#equal(
      `sum of ${what}`,
      sum(lines, (line) => line.total_cents),
      file.total_cents,
    )
    this.#equal(
      `amounts of ${what}`,
      amounts.toSorted().join(),
      lines
        .map((line) => line.total_cents)
        .toSorted()
        .join(),
    )
    this.#equal(`control sums of ${what}`, cents(textsOf('CtrlSum')).join(), [file.total_cents, file.total_cents].join())
    this.#equal(`counts of ${what}`, textsOf('NbOfTxs').join(), [file.line_count, file.line_count].join())
    this.#equal(`lines of ${what}`, lines.length, file.line_count)
  }

  /** No number is missing or given twice, in any series. */
  async #numbered(): Promise<void> {
    const series = await this.#world.rows<{ series: string; last: number; used: number; highest: number }>(
      `select n.series, n.last_number as last, count(r.number)::int as used, coalesce(max(r.number), 0) as highest
        from number_series n join (
          select series, number from invoices
          union all select left(reference, 11), right(reference, 4)::int from payouts) r on r.series = n.series
        group by n.series, n.last_number`,
    )
    for (const { series: name, last, used, highest } of series)
      this.#equal(`numbers of ${name}`, `${used} to ${highest}`, `${last} to ${last}`)
  }
}
