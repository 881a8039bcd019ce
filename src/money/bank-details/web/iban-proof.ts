import type { ProofWords } from '#platform/web/app/forms/proof-question.tsx'
import { m } from '../messages/messages.ts'

/** Why replacing an IBAN asks for a proof, or, where that stays, an account's holder or country. */
export function ibanProof(isNewIban: boolean): ProofWords {
  const [title, action, text] = isNewIban
    ? [m.confirmIban(), m.changeIban(), m.otherAccount()]
    : [m.confirmHolder(), m.changeHolder(), m.holderWillChange()]
  return { title, action, text, errorTitle: m.saveFailed }
}
