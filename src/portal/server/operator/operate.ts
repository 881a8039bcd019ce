import { readCommandSettings } from '#operations/backup/server/command-settings.ts'
import { compact } from '#operations/backup/server/commands.ts'
import { SettingError } from '#platform/server/config.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { isFullDisk } from '#platform/server/files/no-room.ts'
import { commandLog } from '#platform/server/log/command-log.ts'
import { operatorUsage, readOperatorRequest, UsageError } from './command-line.ts'
import { doCommand } from './do-command.ts'
import { operatorAnswer } from './requests.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  await operate(process.argv.slice(2))
} catch (error) {
  const isUsage = error instanceof UsageError
  process.stderr.write(isUsage ? `${error.message}\n\n${operatorUsage}\n` : `${sentenceOf(error)}\n`)
  process.exitCode = isUsage ? 2 : 1
}

async function operate(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help')) {
    say(operatorUsage)
    process.exitCode = args.length === 0 ? 2 : 0
    return
  }
  if (args[0] === 'compact') {
    if (args.length > 1) throw new UsageError(`compact does not take "${args[1]}".`)
    const { before, after } = await compact(readCommandSettings(process.env), commandLog())
    say(`The database was written anew: ${inMegabytes(before)} became ${inMegabytes(after)}. Start the portal again.`)
    return
  }
  const { request, asJson } = readOperatorRequest(args)
  const outcome = await doCommand(process.env, request)
  if ('refused' in outcome) throw new SettingError(outcome.refused)
  const { lines, data } = operatorAnswer.parse(outcome.answer)
  say(asJson ? JSON.stringify(data, null, 2) : lines.join('\n'))
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function sentenceOf(error: unknown): string {
  if (isFullDisk(error)) return 'The disk is full: nothing was changed.'
  if (error instanceof SettingError || error instanceof StartError) return error.message
  return (error as Error).stack ?? String(error)
}
