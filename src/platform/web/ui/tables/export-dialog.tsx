import { useSearchParams } from 'react-router'
import { m } from '#platform/messages/messages.ts'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'

interface ExportDialogProps {
  /** The address of the file. */
  readonly href: string
  readonly isFiltered: boolean
}

/** Asks before a list is exported, for a link with `?add=export`; a button of the list exports at once. */
export default function ExportDialog({ href, isFiltered }: ExportDialogProps) {
  const [, setParams] = useSearchParams()
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
      title={m.exportTitle()}
      text={isFiltered ? m.exportFiltered() : m.exportAll()}
      action={m.exportFile()}
      onClose={close}
      onConfirm={async () => window.location.assign(href)}
    />
  )
}
