import { ApiError } from '#platform/web/app/requests/api-error.ts'

/** Error message with the way to recover: retype, request a new code, reopen the document, or none. */
export interface SigningProblem {
  readonly text: string
  readonly recovery: 'retry' | 'retype-code' | 'new-code' | 'reopen' | 'leave'
}

const many = (count: number, word: string) => `${count} ${word}${count > 1 ? 's' : ''}`

/** Messages for all refusals while signing; nothing was signed. */
export function signingProblem(error: unknown): SigningProblem {
  if (!(error instanceof ApiError)) throw error
  const facts = error.facts
  switch (error.code) {
    case 'signing_code_wrong': {
      const left = Number(facts.triesLeft ?? 0)
      return left > 0
        ? { text: `Ce code n’est pas le bon. Il vous reste ${many(left, 'essai')}.`, recovery: 'retype-code' }
        : { text: 'Ce code n’est pas le bon, et c’était le dernier essai. Demandez un nouveau code.', recovery: 'new-code' }
    }
    case 'signing_code_expired':
      return {
        text: 'Ce code n’est plus valable. Demandez-en un nouveau : seul le dernier code reçu par e-mail compte.',
        recovery: 'new-code',
      }
    case 'document_changed':
      return {
        text: 'Le document a changé depuis que vous l’avez ouvert. Rien n’a été signé : rouvrez-le, relisez-le, puis signez.',
        recovery: 'reopen',
      }
    case 'contract_replaced':
      return {
        text:
          'Ce contrat a été remplacé par un autre pendant que vous le lisiez. Rien n’a été signé : fermez ' +
          'cette page pour ouvrir le nouveau.',
        recovery: 'leave',
      }
    case 'contract_not_pending':
      return {
        text:
          'Ce contrat n’attend plus de signature : il a été signé ou validé entre-temps. Fermez cette ' +
          'page pour voir où il en est.',
        recovery: 'leave',
      }
    case 'not_found':
      return {
        text:
          'Ce contrat n’existe plus : il a été retiré. Rien n’a été signé. Contactez votre interlocuteur ' +
          'si vous l’attendiez.',
        recovery: 'leave',
      }
    case 'main_contract_first':
      return { text: error.message, recovery: 'leave' }
    case 'seal_failed':
      return {
        text:
          'Le document n’a pas pu être scellé. Rien n’a été signé et rien de ce que vous avez écrit n’est ' +
          'perdu : réessayez dans un instant, avec un nouveau code si celui-ci n’est plus accepté.',
        recovery: 'retry',
      }
    case 'file_missing':
      return { text: 'Le document de ce contrat est introuvable. Contactez votre interlocuteur.', recovery: 'leave' }
    case 'too_many_requests':
      return { text: `Trop de demandes. Réessayez ${waiting(Number(facts.retryAfter ?? 60))}.`, recovery: 'retry' }
    default:
      return { text: error.message, recovery: 'retry' }
  }
}

function waiting(seconds: number): string {
  return seconds < 90
    ? `dans ${many(Math.max(1, Math.round(seconds)), 'seconde')}`
    : `dans ${many(Math.ceil(seconds / 60), 'minute')}`
}
