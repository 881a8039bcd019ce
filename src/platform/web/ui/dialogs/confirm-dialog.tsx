import { Alert, Box, Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import { type Said, said } from '../said.tsx'
import { useFocusBack } from './focus-back.ts'
import { useLazyMount } from './lazy-mount.ts'
import { useTopmost } from './topmost.ts'

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: Said
  /** Names the record and amount, and whether it cannot be undone. */
  readonly text: Said
  readonly action: Said
  readonly cancel?: Said
  readonly danger?: boolean
  /** Fields whose values the action takes. */
  readonly children?: ReactNode
  readonly onClose: () => void
  /** A second way to confirm, which goes further than the first. */
  readonly also?: { readonly action: Said; readonly onConfirm: () => Promise<unknown> }
  /** Runs the action. Errors are shown in the dialog, which stays open. Null where nothing can be done: it only says why. */
  readonly onConfirm: (() => Promise<unknown>) | null
}

/** Confirmation dialog for consequential actions. */
export function ConfirmDialog({
  opened,
  title,
  text,
  action,
  cancel = m.cancel(),
  danger,
  children,
  also,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  const { isMounted, isOpen } = useLazyMount(opened)
  useFocusBack(opened)
  const isTopmost = useTopmost(opened)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => {
    setFailure(null)
    onClose()
  }
  const confirm = async (act: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(null)
    try {
      await act()
      close()
    } catch (error) {
      setFailure((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  if (!isMounted) return null
  return (
    <Modal
      opened={isOpen}
      returnFocus={false}
      onClose={() => isTopmost() && close()}
      title={said(title)}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': m.close() }}
    >
      <Text mb="md">{said(text)}</Text>
      {children && <Box mb="md">{children}</Box>}
      {failure && (
        <Alert color="red" mb="md" role="alert">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end" data-keep-free>
        <Button variant="default" onClick={close}>
          {onConfirm ? said(cancel) : m.close()}
        </Button>
        {also && (
          <Button variant="default" loading={busy} onClick={() => void confirm(also.onConfirm)}>
            {said(also.action)}
          </Button>
        )}
        {onConfirm && (
          <Button loading={busy} onClick={() => void confirm(onConfirm)} {...(danger ? { color: 'red.9' } : {})}>
            {said(action)}
          </Button>
        )}
      </Group>
    </Modal>
  )
}
