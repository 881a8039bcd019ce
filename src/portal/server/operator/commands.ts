import { system } from '#access/domain/actor.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { addReset, resetSecondFactor } from '#accounts/auth/server/commands.ts'
import { forgetSignInAttempts, recordUnlock } from '#accounts/auth/server/operator-commands.ts'
import { repairLeadFacts } from '#leads/leads/server/lead-facts.ts'
import { endMaintenance, startMaintenance } from '#operations/maintenance/server/commands.ts'
import { changeRole, endSessions, invite, lockPersonAt, resendInvitation } from '#partners/partners/server/commands.ts'
import { followPeriods, type PeriodRun } from '#people-data/periods/server/commands.ts'
import { countedPeriods } from '#people-data/register/domain/periods.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { plainLine } from '#platform/domain/typed-text.ts'
import { refusalOfDatabase } from '#platform/server/db/constraint-refusals.ts'
import type { Portal, TransactionParts } from '#platform/server/portal.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import { mailErrorText } from '#provider/checklist/domain.ts'
import { noteTestMail, sendTestMail } from '#provider/checklist/server/mail-commands.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { constraints } from '../slices.ts'
import { type ListedUser, listUsers } from './queries.ts'
import type { OperatorAnswer, OperatorRequest } from './requests.ts'

const headings = ['ADDRESS', 'NAME', 'ROLE', 'STATE', '2FA', 'LAST SIGN-IN'] as const

/** Users in columns. Names are their owners' words: characters that command a terminal are left out. */
function usersTable(users: readonly ListedUser[]): string[] {
  const rows = users.map(({ email, name, role, state, twoFactor, lastSignIn }) =>
    [email, name, role, state, twoFactor ? 'on' : 'off', lastSignIn?.slice(0, 16).replace('T', ' ') ?? 'never'].map(plainLine),
  )
  const table = [[...headings], ...rows]
  const widths = headings.map((_, column) => Math.max(...table.map((row) => [...(row[column] ?? '')].length)))
  const padded = (cell: string, width: number) => cell + ' '.repeat(width - [...cell].length)
  return table.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** The parts of a portal that commands need, from the running portal or opened by the command itself. */
export type OperatedPortal = TransactionParts & Pick<Portal, 'config' | 'mailer' | 'personalData'>

type Doing<Command extends OperatorRequest['command']> = (
  portal: OperatedPortal,
  request: OperatorRequest & { readonly command: Command },
) => Promise<OperatorAnswer>

/**
 * Does what the operator asks, by the commands of each slice. Events say that it was the operator, and mail tells whom it
 * concerns. Throws a Refusal with the sentence to show.
 */
export async function doForOperator(portal: OperatedPortal, request: OperatorRequest): Promise<OperatorAnswer> {
  try {
    return await (doing[request.command] as Doing<OperatorRequest['command']>)(portal, request)
  } catch (error) {
    const refusal = error instanceof Refusal ? null : refusalOfDatabase(error, constraints)
    throw refusal ?? error
  }
}

function asOperator<T>(portal: OperatedPortal, run: (context: TransactionContext) => Promise<T>): Promise<T> {
  return withTransaction(portal, system, run, { by: 'operator' })
}

const answer = (lines: readonly string[], data: unknown): OperatorAnswer => ({ lines: [...lines], data })

type LinkedPage = 'invitation' | 'reset'

function linkTo({ config }: OperatedPortal, page: LinkedPage, kind: 'invitation' | 'password-reset', id: string): string {
  return `${config.publicUrl}${visitorPaths[page]}?token=${linkToken(config, kind, id)}`
}

const doing: { readonly [Command in OperatorRequest['command']]: Doing<Command> } = {
  async users({ database }) {
    const users = await database.asActor(system, listUsers)
    return answer(usersTable(users), users)
  },

  async 'create-admin'(portal, { email, name }) {
    const person = { email, fullName: name, role: 'admin', staffRole: 'administrator' } as const
    const { invitationId } = await asOperator(portal, (context) => invite(context, person))
    const link = linkTo(portal, 'invitation', 'invitation', invitationId)
    return answer([`${email} is invited as an administrator, by mail too. The link works once, for 7 days:`, link], {
      email,
      link,
    })
  },

  async 'reset-link'(portal, { email, send }) {
    const reset = await asOperator(portal, async (context) => {
      const person = await lockPersonAt(context, email)
      if (!person.joined_at) return { isInvitation: true, id: (await resendInvitation(context, person.user_id)).invitationId }
      return { isInvitation: false, id: await addReset(context, person.user_id, { mailed: send }) }
    })
    const link = reset.isInvitation
      ? linkTo(portal, 'invitation', 'invitation', reset.id)
      : linkTo(portal, 'reset', 'password-reset', reset.id)
    const what = reset.isInvitation
      ? `${email} has no password yet: this is a new invitation, which is mailed too. It works once, for 7 days:`
      : `With this link ${email} chooses a new password. It works once, for an hour:`
    const mail =
      reset.isInvitation || send ? 'It is on its way by mail as well.' : 'A mail says that there is one, without the link.'
    return answer([what, link, mail], { email, link })
  },

  async 'reset-second-factor'(portal, { email, reason }) {
    await asOperator(portal, async (context) => {
      const { user_id: userId } = await lockPersonAt(context, email)
      await resetSecondFactor(context, userId, { reason, by: 'operator' })
    })
    const lines = [
      `The second factor of ${email} is off, and their sessions have ended. A mail says so, with the reason.`,
      'They sign in with the password and set it up anew. Bank details cannot be changed for 24 hours.',
    ]
    return answer(lines, { email })
  },

  async 'end-sessions'(portal, { email }) {
    const { count, passkeys } = await asOperator(portal, async (context) => {
      const { user_id: userId } = await lockPersonAt(context, email)
      return endSessions(context, userId, { removePasskeys: false })
    })
    const line = count === 0 ? `${email} had no session.` : `Sessions of ${email} that have ended: ${count}. A mail says so.`
    const stay = `Passkeys that still open the account: ${passkeys}. 'reset-second-factor' removes them.`
    return answer([line, ...(passkeys > 0 ? [stay] : [])], { email, count, passkeys })
  },

  async role(portal, { email, role }) {
    const before = await asOperator(portal, async (context) => {
      const person = await lockPersonAt(context, email)
      await changeRole(context, person.user_id, role === 'partner' ? { role } : { role: 'admin', staffRole: role })
      return person.role === 'admin' ? (person.staffRole ?? 'administrator') : 'partner'
    })
    const line =
      before === role ? `${email} has the role ${role} already.` : `${email} had the role ${before}, and has ${role} now.`
    return answer([line], { email, before, role })
  },

  async unlock(portal, { email, address }) {
    const person = await asOperator(portal, (context) => lockPersonAt(context, email))
    const count = await forgetSignInAttempts(portal, { userId: person.user_id, email, address })
    if (count > 0) await asOperator(portal, (context) => recordUnlock(context, person.user_id, count))
    const also = address ? `, also of ${address}` : ''
    const line = count > 0 ? `what was counted of attempts is forgotten${also}. A mail says so` : `no attempt was counted${also}`
    return answer([`${email} may sign in: ${line}.`], { email, count })
  },

  async 'test-mail'(portal, { email }) {
    const settings = await portal.database.asActor(system, currentSettings)
    const error = await sendTestMail(portal, { name: email, address: email }, settings)
    await asOperator(portal, (context) => noteTestMail(context, error))
    if (error) throw new Refusal('mail_unavailable', `The test mail was not sent: ${mailErrorText(error)}`)
    return answer([`The mail server took the test mail to ${email}.`], { email })
  },

  async people(portal, { 'dry-run': dryRun }) {
    const run = await followPeriods(portal, { dryRun })
    return answer(runLines(run), run)
  },

  async 'repair-leads'({ database }) {
    const repaired = await database.asActor(system, repairLeadFacts)
    const found = repaired === 1 ? 'One lead was wrong and is right now.' : `${repaired} leads were wrong and are right now.`
    return answer([repaired === 0 ? 'Every lead is right.' : found], { repaired })
  },

  async maintenance(portal, { state, message = '' }) {
    if (state === 'on') {
      await asOperator(portal, (context) => startMaintenance(context, message))
      return answer(['The portal is closed: pages and API say so. Open it with: maintenance off'], { state, message })
    }
    const since = await asOperator(portal, endMaintenance)
    return answer([since ? `The portal is open again; it was closed since ${since.toISOString()}.` : 'The portal was open.'], {
      state,
    })
  },
}

function runLines({ hasRemoved, counts }: PeriodRun): string[] {
  const found = countedPeriods.flatMap((name) => (counts[name] ? [`${name}: ${counts[name]}`] : []))
  if (found.length === 0) return ['No period has ended.']
  return [hasRemoved ? 'Removed, by period (leads within the hour):' : 'Would go, by period:', ...found]
}
