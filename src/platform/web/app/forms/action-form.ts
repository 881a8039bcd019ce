import type { DialogForm } from './form-dialog.tsx'
import { useAction } from './use-action.ts'

interface ActionFormParts {
  /** Something was chosen or typed that is not sent. */
  readonly filled: boolean
  readonly send: () => Promise<unknown>
  /** Title of the toast of a failure, or what is done about it instead. */
  readonly failure?: string | ((error: unknown) => void)
  /** Discards what was typed, if it is kept somewhere. */
  readonly settle?: () => void
}

/** A form whose fields are checked by hand, for `FormDialog`: files, choices and lists that no shape of the API describes. */
export function useActionForm({ filled, send, failure, settle }: ActionFormParts): DialogForm {
  const { busy, run } = useAction(send, failure)
  return {
    busy,
    filled,
    onSubmit: (event) => {
      event.preventDefault()
      run()
    },
    leaving: (close) => () => {
      settle?.()
      close()
    },
  }
}
