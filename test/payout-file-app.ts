import type * as z from 'zod/mini'
import { system } from '#access/domain/actor.ts'
import { type PayoutFilePreview, type payoutFileForm, type payoutFileOptions, payoutFileRoutes } from '#money/payout-files/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { PayoutApp } from './payout-app.ts'
import { judgePayoutFile } from './samples/bank/payout-judge.ts'
import { type Client, password } from './test-app.ts'

type Options = z.input<typeof payoutFileOptions>
type Form = z.input<typeof payoutFileForm>

/** The request for what a preview shows, with everything confirmed that it asks. */
export function formOf(preview: PayoutFilePreview, selection: Options, more: Partial<Form> = {}): Form {
  const { format, executeOn, batchBooking, instant, contractNumber, lines, problems, count, totalCents, fingerprint } = preview
  const questions = [...problems, ...lines.flatMap((line) => line.problems)].filter(({ effect }) => effect === 'asks')
  const confirmed = [...new Set(questions.map(({ code }) => code))]
  const choices = { format, executeOn, batchBooking, instant, contractNumber }
  return { ...selection, ...choices, confirmed, seen: { count, totalCents, fingerprint }, password, ...more }
}

/** Payout files of a portal in a test. */
export class PayoutFileApp {
  readonly payouts: PayoutApp

  constructor(payouts: PayoutApp) {
    this.payouts = payouts
  }

  /** Goes on in the next morning: minutes between a preview and its file must not reach another day, which changes both. */
  untilMorning(): void {
    const { app } = this.payouts
    const hour = 3_600_000
    app.pass((24 - ((app.now.getTime() / hour) % 24) + 7) * hour)
  }

  /** An approved payout of the partner. */
  async approved(partner: Client, amountCents: number) {
    await this.payouts.payable(partner, amountCents)
    const [payout] = (await this.payouts.issued()).filter(({ partner: { id } }) => id === partner.userId)
    if (!payout) throw new Error('nothing was issued')
    await partner.call(payoutRoutes.acceptPayout, { params: { id: payout.id } })
    const answer = await this.payouts.approve([payout])
    if (answer.status !== 200) throw new Error(`not approved: ${JSON.stringify(answer.body)}`)
    return payout
  }

  preview(options: Options = {}, client = this.payouts.staff) {
    return client.call(payoutFileRoutes.previewPayoutFile, { body: options })
  }

  /** Tries to make a file of what the preview shows now. */
  async make(options: Options = {}, more: Partial<Form> = {}, client = this.payouts.staff) {
    const form = formOf(await this.preview(options, client), options, more)
    return this.send(form, client)
  }

  send(form: Form, client = this.payouts.staff) {
    // Passwords may be entered ten times in a quarter of an hour.
    this.payouts.app.pass(120_000)
    return client.try(payoutFileRoutes.makePayoutFile, { body: form })
  }

  async made(options: Options = {}, more: Partial<Form> = {}) {
    const { status, body } = await this.make(options, more)
    if (status !== 201) throw new Error(`not made: ${JSON.stringify(body)}`)
    return body
  }

  /** Rules that a file breaks, as the tests' own judge reads it. */
  errorsIn(xml: string): string[] {
    const today = isoDay(this.payouts.app.now, defaultTimeZone)
    return judgePayoutFile(xml, {
      today,
      messageIds: [],
      ids: [],
      recentIbans: [],
      statementsUnderWay: [],
      makersIbans: [],
      heldOutStatements: [],
      refusedIbans: [],
    })
  }

  download(id: string, as: 'xml' | 'csv', proof: { password?: string } = { password }, client = this.payouts.staff) {
    return client.try(payoutFileRoutes.downloadPayoutFile, { params: { id }, body: { as, ...proof } })
  }

  pay(id: string, count: number, totalCents: number) {
    const payment = { paidOn: isoDay(this.payouts.app.now, defaultTimeZone), reference: 'VIR 81' }
    return this.payouts.staff.try(payoutFileRoutes.payPayoutFile, { params: { id }, body: { count, totalCents, payment } })
  }

  withdraw(id: string, client = this.payouts.staff) {
    return client.try(payoutFileRoutes.withdrawPayoutFile, { params: { id }, body: { reason: 'Refusé par la banque' } })
  }

  events(name: 'payout_file.made' | 'payout_file.downloaded' | 'payout_file.withdrawn') {
    return this.payouts.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select(['actor_id', 'after']).where('name', '=', name).orderBy('seq').execute(),
    )
  }
}
