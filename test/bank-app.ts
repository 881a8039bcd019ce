import { rights } from '#access/domain/staff-rights.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { type AnswerPlan, type AppliedAnswer, bankAnswerRoutes } from '#money/bank-answers/api.ts'
import type { AccountReport, StatusReport } from '#money/bank-files/domain/bank-answer.ts'
import { clientInvoiceRoutes } from '#money/client-payments/api/client-invoices.ts'
import { type Payout, payoutRoutes } from '#money/payouts/api/payouts.ts'
import type { Problem } from '#platform/api/shapes.ts'
import { newId } from '#platform/server/ids.ts'
import type { PayoutApp } from './payout-app.ts'
import { accountReportXml, statusReportXml } from './samples/bank/answers.ts'
import type { Client } from './test-app.ts'

/** A transfer of a payout file. */
export interface SentLine {
  readonly payoutId: string
  readonly endToEndId: string
  readonly cents: number
}

const binary = { 'content-type': 'application/octet-stream' }

export const xmlOf = (answer: StatusReport | AccountReport) =>
  Buffer.from(answer.kind === 'status_report' ? statusReportXml(answer) : accountReportXml(answer))

/** Payouts on their way to a bank that answers. */
export class BankApp {
  readonly world: PayoutApp
  #files = 0

  constructor(world: PayoutApp) {
    this.world = world
  }

  /** Approved payouts of these amounts, accepted by their partner. */
  async approved(partner: Client, ...amounts: readonly number[]): Promise<Payout[]> {
    const { world } = this
    const payouts: Payout[] = []
    for (const amount of amounts) {
      await world.payable(partner, amount)
      const [payout] = (await world.issued()).filter(({ partner: { id } }) => id === partner.userId)
      if (!payout) throw new Error('nothing was issued')
      await partner.call(payoutRoutes.acceptPayout, { params: { id: payout.id } })
      payouts.push(payout)
    }
    await world.approve(payouts)
    return payouts
  }

  /** One payout file with approved payouts, as the bank has it. */
  async send(payouts: readonly Payout[]): Promise<{ messageId: string; lines: SentLine[] }> {
    this.#files += 1
    const { app, staff } = this.world
    const messageId = `PAY-2026-11-${String(this.#files).padStart(4, '0')}`
    const [fileId, id] = [newId(), newId()]
    const lines = payouts.map(({ id: payoutId, totalCents }, at) => ({
      payoutId,
      endToEndId: `${messageId}-${at + 1}`,
      cents: totalCents,
    }))
    const total = lines.reduce((sum, { cents }) => sum + cents, 0)
    await app.portal.database.asActor({ kind: 'admin', userId: staff.userId, rights }, async (tx) => {
      const at = app.now
      const file = {
        id: fileId,
        name: messageId,
        purpose: 'payout',
        kind: 'xml',
        size: 1,
        sha256: 'a'.repeat(64),
        created_at: at,
        claimed_at: at,
      }
      await tx
        .insertInto('files')
        .values({ ...file, uploaded_by: staff.userId } as never)
        .execute()
      const facts = {
        format: 'pain.001.001.09',
        execute_on: at.toISOString().slice(0, 10),
        batch_booking: true,
        instant: false,
      } as const
      const insertion = { sha256: 'a'.repeat(64), file_id: fileId, created_by: staff.userId, created_at: at }
      const sums = { line_count: lines.length, total_cents: total }
      await tx
        .insertInto('payout_files')
        .values({ id, message_id: messageId, ...facts, ...sums, ...insertion })
        .execute()
      for (const [index, { payoutId, endToEndId, cents }] of lines.entries()) {
        const ids = { payout_id: payoutId, end_to_end_id: endToEndId, instruction_id: `I-${endToEndId}` }
        const line = { position: index + 1, total_cents: cents, holder: 'Marie Dupont', changed_at: at }
        await tx
          .insertInto('payout_file_lines')
          .values({ id: newId(), payout_file_id: id, ...ids, ...line })
          .execute()
        await tx.updateTable('payouts').set({ status: 'sent', sent_at: at }).where('id', '=', payoutId).execute()
      }
    })
    return { messageId, lines }
  }

  /** The dry run of a file. */
  async check(file: Buffer, client = this.world.staff) {
    const response = await client.send('POST', `/api${bankAnswerRoutes.checkBankAnswer.path}`, file, binary)
    return { status: response.statusCode, body: response.json<AnswerPlan & Omit<Problem, 'status'>>() }
  }

  async apply(file: Buffer, fingerprint: string, credits = '', client = this.world.staff) {
    const url = `/api${bankAnswerRoutes.applyBankAnswer.path}?${new URLSearchParams({ seen: fingerprint, credits })}`
    const response = await client.send('POST', url, file, binary)
    type Applied = { outcome: 'applied' | 'repeated'; answer: AppliedAnswer } & Omit<Problem, 'status'>
    return { status: response.statusCode, body: response.json<Applied>() }
  }

  /** Reads a file and applies what was seen. */
  async applied(answer: StatusReport | AccountReport, credits = '') {
    const file = xmlOf(answer)
    const { body } = await this.check(file)
    const { status, body: done } = await this.apply(file, body.fingerprint, credits)
    if (status !== 200) throw new Error(`not applied: ${JSON.stringify(done)}`)
    return { plan: body, ...done }
  }

  async states(lines: readonly Pick<SentLine, 'payoutId'>[]) {
    return Promise.all(lines.map(async ({ payoutId }) => (await this.payout(payoutId)).state))
  }

  /** A signed lead of 10 000 €. Its id. */
  async signedLead(partner: Client, company: string): Promise<string> {
    const person = { name: 'Paul', email: `${company.toLowerCase()}@exemple.fr`, offerType: 'star' as const }
    const { id } = await partner.call(leadRoutes.addLead, { body: { ...person, company, estimatedAmountCents: 1_000_000 } })
    await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    return id
  }

  /** Records an invoice with 20 % of VAT on a lead. */
  invoice(id: string, form: { number: string; issuedOn: string; netCents: number }) {
    const body = { ...form, vatCents: form.netCents / 5 }
    return this.world.staff.try(clientInvoiceRoutes.recordClientInvoice, { params: { id }, body })
  }

  payout(id: string, client = this.world.staff) {
    return client.call(payoutRoutes.getPayout, { params: { id } })
  }
}
