import { useSearchParams } from 'react-router'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { type ListLanguage, listWords } from './list-words.ts'

interface ExportDialogProps {
  /** The address of the file. */
  readonly href: string
  readonly isFiltered: boolean
  readonly lang: ListLanguage
}

/** Asks before a list is exported, for a link with `?add=export`; a button of the list exports at once. */
export default function ExportDialog({ href, isFiltered, lang }: ExportDialogProps) {
  const [, setParams] = useSearchParams()
  const words = listWords[lang]
  const close = () =>
    setParams(
      (current) => {
        current.delete('add')
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <ConfirmDialog
      opened
      lang={lang}
      title={words.exportTitle}
      text={isFiltered ? words.exportFiltered : words.exportAll}
      action={words.exportAction}
      cancel={words.cancel}
      onClose={close}
      onConfirm={async () => window.location.assign(href)}
    />
  )
}
