import type * as z from 'zod/mini'
import { clientListed } from '#leads/domain/client-names.ts'
import { readCell } from '#leads/import/domain/lead-import.ts'
import { damagedCells } from '#platform/domain/damaged-cells.ts'
import { parseEuros } from '#platform/domain/money.ts'
import { type FieldError, Refusal } from '#platform/domain/refusal.ts'
import { amountError, amountMessages, quoted } from '#platform/domain/typed-amounts.ts'
import { parseDay } from '#platform/domain/typed-days.ts'
import { oneLine } from '#platform/domain/typed-text.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { CheckedClientPayment, clientPaymentRow } from '../../api/client-payment-import.ts'
import type { ClientPaymentForm } from '../../api/client-payments.ts'
import { maxReferenceLength } from '../../domain/client-payments.ts'
import { m } from '../../messages/messages.ts'
import { expectPart } from '../expect-part.ts'
import { type ClientPaymentRow, forked, type LeadMoney, lockLeadMoney, readLeadMoney, sameReference } from '../lead-money.ts'
import { amountAboveExpected, notesOnDay, questionsAbout } from '../questions.ts'
import { checkPayment, recordPart } from '../record-commands.ts'
import { broughtBy } from '../what-it-brings.ts'
import { chooseLead, findLeads, type LeadNaming } from './find-leads.ts'

interface NamedRow {
  readonly form: ClientPaymentForm
  readonly lead: string
  readonly partner: string
}

/** What recording the rows of a file would do; nothing is written. */
export async function checkFile(context: TransactionContext, { rows }: { rows: readonly GivenRow[] }) {
  const leads = await nameLeads(context, rows)
  const money = await readLeadMoney(context.tx, leadIdsOf(leads))
  return walk(context, leads, money, async (form, before) => expectPart(form, before))
}

interface ImportedFile {
  readonly rows: readonly GivenRow[]
  readonly all: boolean
  /** Sum of the commissions of the rows that are to be confirmed, as the caller has seen it. */
  readonly seenAboveCents: number
}

/**
 * Records the payments of a file in one transaction, in its order: the valid rows, or with `all` none unless every row is valid
 * (`client_payments_invalid`). What was recorded before changes nothing; rows above the expected sum, or of a day before
 * the signature, are left out unless what they make was seen.
 */
export async function importFile(context: TransactionContext, { rows, all, seenAboveCents }: ImportedFile) {
  const leads = await nameLeads(context, rows)
  const money = await lockLeadMoney(context.tx, leadIdsOf(leads))
  const planned = await walk(context, leads, forked(money), async (form, before) => expectPart(form, before))
  const isSeen = seenAboveCents === commissionsToConfirm(planned)
  const done = await walk(context, leads, money, (form, before) => {
    const questions = questionsAbout(before, form)
    if (questions.length === 0 || isSeen) return recordPart(context, before, form)
    throw new Refusal('client_payment_above_expected', m.confirmQuestions({ questions: questions.join(' ') }))
  })
  const refused = done.filter(({ outcome }) => outcome === 'refused').length
  if (all && refused > 0) {
    throw new Refusal('client_payments_invalid', m.rowsRefused({ refused, count: done.length }), {
      facts: { refused },
    })
  }
  return done.map((row) => (row.outcome === 'ready' ? { ...row, outcome: 'recorded' as const } : row))
}

const commissionsToConfirm = (rows: readonly CheckedClientPayment[]) =>
  rows.reduce((sum, { read }) => sum + (read?.toConfirm ? read.commissionCents : 0), 0)

type RowNaming = NamedRow | { readonly errors: CheckedClientPayment['messages'] }

/** Reads each row and finds its lead. */
async function nameLeads({ tx }: TransactionContext, rows: readonly GivenRow[]): Promise<readonly RowNaming[]> {
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

type Take = (form: ClientPaymentForm, before: LeadMoney) => Promise<{ commissionCents: number; money: LeadMoney }>

/** Takes the rows one after the other, each on its lead as the rows before have left it. */
async function walk(
  context: TransactionContext,
  rows: readonly RowNaming[],
  moneyByLead: ReadonlyMap<string, LeadMoney>,
  take: Take,
): Promise<CheckedClientPayment[]> {
  const now = new Map(moneyByLead)
  const answers: CheckedClientPayment[] = []
  for (const [index, row] of rows.entries()) {
    const refused = (messages: CheckedClientPayment['messages']) => ({
      index,
      outcome: 'refused' as const,
      messages,
      read: null,
    })
    if ('errors' in row) {
      answers.push(refused(row.errors))
      continue
    }
    const { form, lead, partner } = row
    const before = now.get(form.leadId)
    if (!before) throw new Error(`the lead ${form.leadId} was found and is gone`)
    try {
      const isRepeated = checkPayment(context, before, form) !== null
      const { commissionCents, money } = isRepeated
        ? { commissionCents: partOf(before, form.reference), money: before }
        : await take(form, before)
      now.set(form.leadId, money)
      const { leadId, receivedOn, netCents } = form
      const aboveCents = isRepeated ? 0 : amountAboveExpected(before, netCents)
      const toConfirm = !isRepeated && questionsAbout(before, form).length > 0
      const read = { leadId, lead, partner, receivedOn, netCents, commissionCents, aboveCents, toConfirm }
      const notes = isRepeated ? [] : notesOnDay(before, form)
      const messages = notes.map((message) => ({ path: 'receivedOn', message }))
      answers.push({ index, outcome: isRepeated ? 'repeated' : 'ready', messages, read })
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

type GivenRow = z.output<typeof clientPaymentRow>

interface ReadRow {
  readonly naming: LeadNaming
  readonly reference: string
  readonly receivedOn: string
  readonly netCents: number
}

const ofAmount = amountMessages(m.theAmount)

/** Reads the texts of a row: days and amounts in French or English notation. Says everything that is wrong. */
function readRow(cells: GivenRow): ReadRow | { readonly errors: readonly FieldError[] } {
  const damaged = damagedCells(cells)
  if (damaged.length > 0) return { errors: damaged }
  const cell = (field: keyof GivenRow) => oneLine(readCell(cells[field]))
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
