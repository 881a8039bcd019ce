import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { type OperatorRequest, operatorRequest } from './requests.ts'

/** The command line is not one that the program knows. */
export class UsageError extends Error {}

export const operatorUsage = `npm run portal -- users [--json]                            who there is, in which role and state
npm run portal -- create-admin EMAIL --name NAME          invites an administrator, and prints the link
npm run portal -- reset-link EMAIL [--send]               prints a link for a new password; --send: mails it too
npm run portal -- reset-second-factor EMAIL --reason WHY  switches off a second factor that is lost
npm run portal -- end-sessions EMAIL                      signs somebody out everywhere
npm run portal -- role EMAIL ROLE                         partner, administrator, partner_manager, finance or viewer
npm run portal -- unlock EMAIL [--address IP]             forgets counted attempts to sign in
npm run portal -- test-mail EMAIL                         sends a test mail and says what the mail server said
npm run portal -- repair-leads                            sets right what lists show of leads, should it differ from its sources
npm run portal -- people [--dry-run]                      removes data whose period has ended, or counts it
npm run portal -- maintenance on|off [--message TEXT]     closes the portal for everybody, or opens it again`

const options = {
  json: { type: 'boolean' },
  name: { type: 'string' },
  send: { type: 'boolean' },
  reason: { type: 'string' },
  address: { type: 'string' },
  message: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const
type Option = keyof typeof options

/** Arguments, in their order, and options of each command. */
const commands: Readonly<Record<OperatorRequest['command'], { takes: readonly string[]; options: readonly Option[] }>> = {
  users: { takes: [], options: ['json'] },
  'create-admin': { takes: ['email'], options: ['name', 'json'] },
  'reset-link': { takes: ['email'], options: ['send', 'json'] },
  'reset-second-factor': { takes: ['email'], options: ['reason', 'json'] },
  'end-sessions': { takes: ['email'], options: ['json'] },
  role: { takes: ['email', 'role'], options: ['json'] },
  unlock: { takes: ['email'], options: ['address', 'json'] },
  'test-mail': { takes: ['email'], options: ['json'] },
  'repair-leads': { takes: [], options: ['json'] },
  people: { takes: [], options: ['dry-run', 'json'] },
  maintenance: { takes: ['state'], options: ['message', 'json'] },
}

const isCommand = (name: string): name is OperatorRequest['command'] => Object.hasOwn(commands, name)

/** Reads a command line. Throws a UsageError. */
export function readOperatorRequest([name = '', ...args]: readonly string[]): { request: OperatorRequest; asJson: boolean } {
  if (!isCommand(name)) throw new UsageError(`There is no command "${name}".`)
  const { takes, options: allowed } = commands[name]
  const { values, positionals } = parsed(args)
  const unknown = Object.keys(values).find((each) => !(allowed as readonly string[]).includes(each))
  if (unknown) throw new UsageError(`${name} has no option --${unknown}.`)
  if (positionals.length > takes.length) throw new UsageError(`${name} does not take "${positionals[takes.length]}".`)
  const namedValues = Object.fromEntries(takes.map((each, at) => [each, positionals[at]]))
  const { json = false, send = false, address = null, 'dry-run': dryRun = false, ...rest } = values
  const { data, error } = z.safeParse(operatorRequest, {
    command: name,
    ...namedValues,
    ...rest,
    send,
    address,
    'dry-run': dryRun,
  })
  if (error) throw new UsageError(error.issues.map(({ message }) => message).join('\n'))
  return { request: data, asJson: json }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
