import { missingValuesText, templateFields } from '#contracts/templates/domain/templates.ts'
import type { JobCause } from '#platform/domain/job-cause.ts'
import { unprintableRefusal } from '#platform/server/printing/print-refusals.ts'
import { m } from '../messages/messages.ts'

/** Why something was not made, and what staff can correct, for whoever reads it. */
export function causeText({ work, reference, refusal, facts }: JobCause): string {
  if (work === 'backup') return backupText(reference ?? '', refusal, facts)
  const message = correctionText(refusal, facts)
  const number = reference ?? ''
  switch (work) {
    case 'amendment':
      return m.amendmentNotMade({ message })
    case 'document':
      return m.documentNotMade({ reference: number, message })
    case 'statement':
      return m.statementNotMade({ number, message })
  }
}

/** What a program says of itself stays in its own words. */
function backupText(name: string, refusal: JobCause['refusal'], { output = '', hours = 0 }: JobCause['facts']): string {
  if (refusal === 'command_too_long') return m.backupCommandTooLong({ name, hours })
  return refusal === 'command_failed' ? m.backupCommandFailed({ name, output }) : m.backupFailed({ output })
}

function correctionText(refusal: JobCause['refusal'], facts: JobCause['facts']): string {
  const wordsOf = (name: string) => String(facts[name] ?? '').split(' ')
  switch (refusal) {
    case 'characters_unprintable':
      return unprintableRefusal(wordsOf('characters')).message
    case 'template_values_missing': {
      const missing = new Set(wordsOf('fields'))
      return missingValuesText(templateFields.filter((field) => missing.has(field)))
    }
    default:
      return refusal
  }
}
