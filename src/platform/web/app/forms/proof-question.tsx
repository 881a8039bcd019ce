import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Words } from '#platform/domain/languages.ts'
import { m } from '#platform/messages/messages.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { ApiError } from '../requests/api-error.ts'
import { notSent } from './form.ts'
import { type ConfirmedBy, IdentityProof, type Proof } from './identity-proof.tsx'

export interface ProofWords {
  readonly title: string
  /** Describes the consequence of the action. */
  readonly text: string
  /** Label of the button. */
  readonly action: string
  /** Title of the toast when it fails. */
  readonly errorTitle: Words
}

type Send = (proof: Proof | Record<never, never>) => Promise<unknown>

interface Question {
  readonly by: ConfirmedBy
  readonly words: ProofWords
  readonly send: Send
  readonly resolve: (outcome: unknown) => void
}

/**
 * Sends what the server may ask a proof for: without one first, and if it asks, again with what is entered in a dialog. That
 * stays open after a wrong password or code, and whatever was typed behind it is still there when it is closed.
 */
export function useProofQuestion() {
  const [question, setQuestion] = useState<Question | null>(null)
  /** Settles as what was sent does, or, as `notSent`, once the dialog was closed. */
  const withProof = async (words: ProofWords, send: Send): Promise<unknown> => {
    try {
      return await send({})
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'confirmation_required') throw error
      const by = error.facts.by === 'code' ? 'code' : 'password'
      return new Promise((resolve) => setQuestion({ by, words, send, resolve }))
    }
  }
  const close = (outcome: unknown) => {
    setQuestion(null)
    question?.resolve(outcome)
  }
  const dialog = question && (
    <Dialog onClose={() => close(notSent)} title={question.words.title}>
      <IdentityProof
        by={question.by}
        action={question.words.action}
        errorTitle={question.words.errorTitle}
        onClose={() => close(notSent)}
        onConfirm={async (proof) => {
          close(await question.send(proof))
        }}
      >
        <Text>
          {question.words.text} {m.proveItIsYou()}
        </Text>
      </IdentityProof>
    </Dialog>
  )
  return { withProof, dialog }
}
