import { sql } from 'kysely'
import { clientListed } from '#leads/domain/client-names.ts'
import { damagedCells } from '#platform/domain/damaged-cells.ts'
import { readCell } from '#platform/domain/file-columns.ts'
import { parseEuros } from '#platform/domain/money.ts'
import { type FieldError, Refusal } from '#platform/domain/refusal.ts'
import { amountError, amountMessages, quoted } from '#platform/domain/typed-amounts.ts'
import { parseDay } from '#platform/domain/typed-days.ts'
import { oneLine } from '#platform/domain/typed-text.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { ClientPaymentForm } from '../api/client-payments.ts'
import type { GivenClientPayment } from '../api/file-rows.ts'
import { maxReferenceLength } from '../domain/client-payments.ts'
import { m } from '../messages/messages.ts'
import { expectPart } from './expect-part.ts'
import { chooseLead, findLeads, type LeadNaming } from './find-leads.ts'
import { type ClientPaymentRow, forked, type LeadMoney, lockLeadMoney, readLeadMoney, sameReference } from './lead-money.ts'
import { amountAboveExpected, notesOnDay, questionsAbout } from './questions.ts'
import { checkPayment, recordPart } from './record-commands.ts'
import { refundClientPayment } from './refund-commands.ts'
import { broughtBy } from './what-it-brings.ts'

interface NamedRow {
  readonly form: ClientPaymentForm
  readonly lead: string
  readonly partner: string
}

interface PaymentRead {
  readonly leadId: string
  readonly lead: string
  readonly partner: string
  readonly receivedOn: string
  readonly netCents: number
  /** The commission that it brings, or would bring. */
  readonly commissionCents: number
  /** By how much the client will have paid more than was expected; 0 if it is no more. */
  readonly aboveCents: number
  /** More than is expected, or of a day before the signature: it is recorded only where that is wanted. */
  readonly toConfirm: boolean
}

export interface CheckedClientPayment {
  /** `repeated` was recorded before, with the same amount and day. */
  readonly outcome: 'ready' | 'repeated' | 'refused'
  readonly messages: FieldError[]
  /** Null where the row cannot be read. */
  readonly read: PaymentRead | null
  /** The payment, once it is recorded. */
  readonly paymentId: string | null
}

/** What recording the rows of a file would do, after those of the same leads that stand `before` in it; nothing is written. */
export async function checkFile(
  context: TransactionContext,
  rows: readonly GivenClientPayment[],
  before: (leadIds: readonly string[]) => Promise<readonly GivenClientPayment[]>,
): Promise<CheckedClientPayment[]> {
  const named = await nameLeads(context, rows)
  const earlier = await before(leadIdsOf(named))
  const leads = [...(await nameLeads(context, earlier)), ...named]
  const money = await readLeadMoney(context.tx, leadIdsOf(leads))
  const checked = await walk(context, leads, forked(money), async (form, at) => ({ id: null, ...expectPart(form, at) }))
  return checked.slice(earlier.length)
}

/**
 * Records payments of a file in one transaction, in its order: those that are valid. What was recorded before changes nothing;
 * rows above the expected sum, or of a day before the signature, are left out unless they are wanted.
 */
export async function importFile(
  context: TransactionContext,
  { rows, withUnexpected }: { readonly rows: readonly GivenClientPayment[]; readonly withUnexpected: boolean },
): Promise<CheckedClientPayment[]> {
  const leads = await nameLeads(context, rows)
  const money = await lockLeadMoney(context.tx, leadIdsOf(leads))
  return walk(context, leads, money, (form, before) => {
    const questions = questionsAbout(before, form)
    if (questions.length === 0 || withUnexpected) return recordPart(context, before, form)
    throw new Refusal('client_payment_above_expected', m.confirmQuestions({ questions: questions.join(' ') }))
  })
}

/** Nothing that was recorded is deleted: each payment is taken back as recorded by mistake, the newest first. */
export async function takeBackPayments(context: TransactionContext, paymentIds: readonly string[]): Promise<void> {
  const payments = await context.tx
    .selectFrom('client_payments')
    .select(['id', 'lead_id', 'reference', 'received_on', 'net_cents'])
    .where('id', '=', sql<string>`any(${[...paymentIds]}::uuid[])`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  await lockLeadMoney(context.tx, [...new Set(payments.map(({ lead_id: leadId }) => leadId))])
  for (const { id, reference, received_on: receivedOn, net_cents: netCents } of payments)
    await refundClientPayment(context, id, { reference, receivedOn, netCents, isExpectedAgain: true })
}

type RowNaming = NamedRow | { readonly errors: FieldError[] }

/** Reads each row and finds its lead. */
async function nameLeads({ tx }: TransactionContext, rows: readonly GivenClientPayment[]): Promise<readonly RowNaming[]> {
  const read = rows.map(readRow)
  const nobody = { leadId: '', company: '', email: '' }
  const candidates = await findLeads(
    tx,
    read.map((row) => ('errors' in row ? nobody : row.naming)),
  )
  return read.map((row, at) => {
    if ('errors' in row) return { errors: [...row.errors] }
    const lead = chooseLead(candidates[at] ?? [], row.naming)
    if ('why' in lead) return { errors: [{ path: '', message: lead.why }] }
    const { reference, receivedOn, netCents } = row
    return {
      form: { leadId: lead.id, reference, receivedOn, netCents },
      lead: clientListed(lead),
      partner: lead.partner,
    }
  })
}

const leadIdsOf = (rows: readonly RowNaming[]) => [...new Set(rows.flatMap((row) => ('form' in row ? row.form.leadId : [])))]

type Take = (
  form: ClientPaymentForm,
  before: LeadMoney,
) => Promise<{ id: string | null; commissionCents: number; money: LeadMoney }>

/** Takes the rows one after the other, each on its lead as the rows before have left it. */
async function walk(
  context: TransactionContext,
  rows: readonly RowNaming[],
  moneyByLead: ReadonlyMap<string, LeadMoney>,
  take: Take,
): Promise<CheckedClientPayment[]> {
  const now = new Map(moneyByLead)
  const answers: CheckedClientPayment[] = []
  for (const row of rows) {
    const refused = (messages: FieldError[]) => ({ outcome: 'refused' as const, messages, read: null, paymentId: null })
    if ('errors' in row) {
      answers.push(refused(row.errors))
      continue
    }
    const { form, lead, partner } = row
    const before = now.get(form.leadId)
    if (!before) throw new Error(`the lead ${form.leadId} was found and is gone`)
    try {
      const isRepeated = checkPayment(context, before, form) !== null
      const { id, commissionCents, money } = isRepeated
        ? { id: null, commissionCents: partOf(before, form.reference), money: before }
        : await take(form, before)
      now.set(form.leadId, money)
      const { leadId, receivedOn, netCents } = form
      const aboveCents = isRepeated ? 0 : amountAboveExpected(before, netCents)
      const toConfirm = !isRepeated && questionsAbout(before, form).length > 0
      const read = { leadId, lead, partner, receivedOn, netCents, commissionCents, aboveCents, toConfirm }
      const notes = isRepeated ? [] : notesOnDay(before, form)
      const messages = notes.map((message) => ({ path: 'receivedOn', message }))
      answers.push({ outcome: isRepeated ? 'repeated' : 'ready', messages, read, paymentId: id })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      answers.push(refused([{ path: error.fields[0]?.path ?? '', message: error.message }]))
    }
  }
  return answers
}

/** The commission of a payment that was recorded before. */
function partOf(money: LeadMoney, reference: string): number {
  const isIt = (each: ClientPaymentRow) => each.kind === 'payment' && sameReference(each.reference, reference)
  return broughtBy(money, money.payments.find(isIt)?.id)
}

interface ReadRow {
  readonly naming: LeadNaming
  readonly reference: string
  readonly receivedOn: string
  readonly netCents: number
}

const ofAmount = amountMessages(m.theAmount)

/** Reads the texts of a row: days and amounts in French or English notation. Says everything that is wrong. */
function readRow(cells: GivenClientPayment): ReadRow | { readonly errors: readonly FieldError[] } {
  const damaged = damagedCells(cells)
  if (damaged.length > 0) return { errors: damaged }
  const cell = (field: keyof GivenClientPayment) => oneLine(readCell(cells[field]))
  const reference = cell('reference')
  const receivedOn = parseDay(cell('receivedOn'))
  const amount = cell('amount')
  const netCents = amount === '' ? null : parseEuros(amount)
  const errors: FieldError[] = []
  if (reference === '' || reference.length > maxReferenceLength) {
    errors.push({ path: 'reference', message: m.invoiceNumberLength({ maxReferenceLength }) })
  }
  if (!receivedOn) {
    const dayText = quoted(cell('receivedOn'))
    errors.push({ path: 'receivedOn', message: m.dayUnreadable({ dayText }) })
  }
  const amountMessage = amountError(netCents ?? amount, ofAmount)
  if (netCents !== null && netCents < 0) {
    errors.push({ path: 'amount', message: m.refundNotByFile() })
  } else if (amountMessage ?? netCents === 0) {
    errors.push({ path: 'amount', message: amountMessage ?? m.amountNotPositive() })
  }
  if (errors.length > 0 || !receivedOn || netCents === null) return { errors }
  return {
    naming: { leadId: cell('leadId'), company: cell('company'), email: cell('email') },
    reference,
    receivedOn,
    netCents,
  }
}
