import type { DialogForm } from './form-dialog.tsx'
import { useAction } from './use-action.ts'

interface ActionFormParts {
  /** Something was chosen or typed that is not sent. */
  readonly dirty: boolean
  readonly send: () => Promise<unknown>
  /** Title of the toast of a failure, or what is done about it instead. */
  readonly failure?: string | ((error: unknown) => void)
  /** Discards what was typed, if it is kept somewhere. */
  readonly markPristine?: () => void
}

/** A form whose fields are checked by hand, for `FormDialog`: files, choices and lists that no shape of the API describes. */
export function useActionForm({ dirty, send, failure, markPristine }: ActionFormParts): DialogForm {
  const { busy, run } = useAction(send, failure)
  return {
    busy,
    dirty,
    onSubmit: (event) => {
      event.preventDefault()
      run()
    },
    handleDiscard: (close) => () => {
      markPristine?.()
      close()
    },
  }
}
