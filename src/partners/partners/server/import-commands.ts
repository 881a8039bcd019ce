import * as z from 'zod/mini'
import { readCell } from '#leads/import/domain/lead-import.ts'
import { emailAddress, text } from '#platform/api/shapes.ts'
import { damagedCells } from '#platform/domain/damaged-cells.ts'
import { normalizeTitle } from '#platform/domain/file-columns.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { quoted } from '#platform/domain/typed-amounts.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { CheckedInvitation } from '../api/import.ts'
import type { InvitationCells } from '../domain/invitation-file.ts'
import { m } from '../messages/messages.ts'
import { invite } from './commands.ts'
import { knownAddresses, mainTemplates } from './import-queries.ts'

const form = z.strictObject({
  email: emailAddress(m.notAnAddress),
  fullName: text(1, 100, m.nameMissing),
  company: text(0, 200, ''),
})

interface ReadRow {
  readonly row: CheckedInvitation
  readonly form: z.output<typeof form> | null
}

/** What inviting these partners would do: reads, and writes nothing. */
export async function checkInvitations(
  { tx }: Pick<TransactionContext, 'tx'>,
  rows: readonly InvitationCells[],
): Promise<ReadRow[]> {
  const parsed = rows.map((cells) => z.safeParse(form, { ...without(cells), email: readCell(cells.email).toLowerCase() }))
  const [outcomes, templates] = await Promise.all([
    knownAddresses(
      tx,
      parsed.flatMap(({ data }) => data?.email ?? []),
    ),
    mainTemplates(tx),
  ])
  // A file may call a template as any reader does; its own name comes first.
  const otherNames = templates.flatMap(({ id, names }) => Object.values(names).map((name) => ({ id, name })))
  const byName = new Map([...otherNames, ...templates].map(({ id, name }) => [normalizeTitle(name), id]))
  const lines = new Map<string, number>()
  return rows.map((cells, index) => {
    const { data = null, error } = parsed[index] ?? {}
    const templateName = readCell(cells.template)
    const templateId = templateName === '' ? null : (byName.get(normalizeTitle(templateName)) ?? null)
    const row = { index, partnerId: null, templateId }
    const errors = (error?.issues ?? []).map(({ path, message }) => ({ path: String(path[0] ?? ''), message }))
    const messages = [...damagedCells(cells), ...errors]
    if (templateName !== '' && !templateId) {
      messages.push({ path: 'template', message: m.noSuchTemplate({ templateName: quoted(templateName) }) })
    }
    if (!data || messages.length > 0) return { row: { ...row, outcome: 'refused', messages }, form: null }
    const earlier = lines.get(data.email)
    lines.set(data.email, earlier ?? index)
    const reason = outcomes.get(data.email)
    if (reason) return { row: { ...row, outcome: 'known', messages: [{ path: 'email', message: reason }] }, form: null }
    if (earlier !== undefined) {
      const messages = [{ path: 'email', message: m.standsBefore({ email: data.email }) }]
      return { row: { ...row, outcome: 'repeated', messages }, form: null }
    }
    return { row: { ...row, outcome: 'ready', messages: [] }, form: data }
  })
}

/** Invites everybody whose row is ready, as the dialog does one by one: with the same events and mail. */
export async function importInvitations(
  context: TransactionContext,
  rows: readonly InvitationCells[],
): Promise<CheckedInvitation[]> {
  const answers: CheckedInvitation[] = []
  for (const { row, form: invitation } of await checkInvitations(context, rows)) {
    answers.push(invitation ? await invited(context, row, invitation) : row)
  }
  return answers
}

async function invited(context: TransactionContext, row: CheckedInvitation, invitation: z.output<typeof form>) {
  try {
    const { userId } = await invite(context, { ...invitation, role: 'partner' })
    return { ...row, outcome: 'invited' as const, partnerId: userId }
  } catch (error) {
    // Somebody else has invited them since this transaction looked.
    if (!(error instanceof Refusal) || error.code !== 'email_taken') throw error
    return { ...row, outcome: 'known' as const, messages: [{ path: 'email', message: error.message }] }
  }
}

const without = ({ fullName, company }: InvitationCells) => ({ fullName: readCell(fullName), company: readCell(company) })
