import type { ProofWords } from '#platform/web/app/forms/proof-question.tsx'

/** Why replacing an IBAN asks for a proof, or, where that stays, an account's holder or country. */
export function ibanProof(isNewIban: boolean): ProofWords {
  const [title, action, text] = isNewIban
    ? ['Confirm the new IBAN', 'Change IBAN', 'Your commissions will be paid to another account.']
    : ['Confirm the account holder', 'Change account holder', 'Holder or country of the account you are paid to will change.']
  return { title, action, text, faultTitle: 'Error saving information' }
}
