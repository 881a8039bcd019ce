import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { m } from '../../messages/messages.ts'

/** Error message with the way to recover: retype, request a new code, reopen the document, or none. */
export interface SigningProblem {
  readonly text: string
  readonly recovery: 'retry' | 'retype-code' | 'new-code' | 'reopen' | 'leave'
}

/** Messages for all refusals while signing; nothing was signed. */
export function signingProblem(error: unknown): SigningProblem {
  if (!(error instanceof ApiError)) throw error
  const facts = error.facts
  switch (error.code) {
    case 'signing_code_wrong': {
      const left = Number(facts.triesLeft ?? 0)
      return left > 0
        ? { text: m.wrongCodeLeft({ count: left }), recovery: 'retype-code' }
        : { text: m.lastCodeWrong(), recovery: 'new-code' }
    }
    case 'signing_code_expired':
      return {
        text: m.codeNotValid(),
        recovery: 'new-code',
      }
    case 'document_changed':
      return {
        text: m.documentChanged(),
        recovery: 'reopen',
      }
    case 'contract_replaced':
      return {
        text: m.replacedWhileReading(),
        recovery: 'leave',
      }
    case 'contract_not_pending':
      return {
        text: m.notWaiting(),
        recovery: 'leave',
      }
    case 'not_found':
      return {
        text: m.contractWithdrawn(),
        recovery: 'leave',
      }
    case 'main_contract_first':
      return { text: error.message, recovery: 'leave' }
    case 'seal_failed':
      return {
        text: m.sealFailed(),
        recovery: 'retry',
      }
    case 'file_missing':
      return { text: m.signingFileMissing(), recovery: 'leave' }
    case 'too_many_requests':
      return { text: tooManyRequests(Number(facts.retryAfter ?? 60)), recovery: 'retry' }
    default:
      return { text: error.message, recovery: 'retry' }
  }
}

function tooManyRequests(seconds: number): string {
  return seconds < 90
    ? m.tooManyForSeconds({ count: Math.max(1, Math.round(seconds)) })
    : m.tooManyForMinutes({ count: Math.ceil(seconds / 60) })
}
