import { useState } from 'react'

export const documentForms = ['text', 'pdf'] as const
export type DocumentForm = (typeof documentForms)[number]

const key = 'contract-form'

function chosenForm(): DocumentForm {
  return sessionStorage.getItem(key) === 'pdf' ? 'pdf' : 'text'
}

/** The form in which contracts are read, text at first; a choice holds for the session. */
export function useDocumentForm(hasText: boolean) {
  const [form, setForm] = useState<DocumentForm>(chosenForm)
  const choose = (next: DocumentForm) => {
    sessionStorage.setItem(key, next)
    setForm(next)
  }
  return [hasText ? form : 'pdf', choose] as const
}
