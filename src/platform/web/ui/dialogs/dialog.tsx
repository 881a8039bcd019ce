import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import { type Said, said } from '../said.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useFocusBack } from './focus-back.ts'
import { useTopmost } from './topmost.ts'

interface GuardedClose {
  readonly onClose: () => void
  /** Unsaved changes: closing by Escape, backdrop or cross asks first. */
  readonly dirty?: boolean | undefined
}

interface Titled {
  readonly title?: Said
}

function useUnsavedChangesGuard({ onClose, dirty = false }: GuardedClose) {
  useFocusBack()
  const isTopmost = useTopmost()
  const [isAsking, setAsking] = useState(false)
  const leave = () => (dirty ? setAsking(true) : onClose())
  return {
    props: {
      opened: true,
      returnFocus: false,
      onClose: () => isTopmost() && leave(),
      closeButtonProps: { 'aria-label': m.close() },
      // Not a <header>, which would be a second banner landmark.
      attributes: { header: { role: 'presentation' } },
    },
    question: (
      <ConfirmDialog
        opened={isAsking}
        title={m.discardTypedQuestion()}
        text={m.discardTypedText()}
        action={m.discardTyped()}
        cancel={m.keepEditing()}
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => onClose()}
      />
    ),
  }
}

/** A dialog, mounted only while open. On close, the focus returns to the opener. */
export function Dialog({
  onClose,
  dirty,
  title,
  ...look
}: GuardedClose & Titled & Omit<ModalProps, 'opened' | 'onClose' | 'title'>) {
  const { props, question } = useUnsavedChangesGuard({ onClose, dirty })
  return (
    <>
      <Modal {...props} {...look} title={said(title)} />
      {question}
    </>
  )
}

/** A dialog as a drawer at the side. */
export function SideDialog({
  onClose,
  dirty,
  title,
  ...look
}: GuardedClose & Titled & Omit<DrawerProps, 'opened' | 'onClose' | 'title'>) {
  const { props, question } = useUnsavedChangesGuard({ onClose, dirty })
  return (
    <>
      <Drawer {...props} {...look} title={said(title)} />
      {question}
    </>
  )
}

/** What lets the page behind a panel be used. */
const beside = { withOverlay: false, lockScroll: false, trapFocus: false, closeOnClickOutside: false } as const

/**
 * A record of a list, at its side. Where the window is wide, the list stays in use: another row takes the record's place. It is a
 * dialog as everywhere where it would cover the list.
 */
export function SidePanel({ children, ...props }: GuardedClose & Titled & Omit<DrawerProps, 'opened' | 'onClose' | 'title'>) {
  const isWide = useMediaQuery('(width >= 75em)', false, { getInitialValueInEffect: false })
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const panel = content.current?.closest<HTMLElement>('[role="dialog"]')
    if (!isWide || !panel) return
    // Mantine says so of every drawer, also of one that blocks nothing, and focuses only those that do.
    panel.removeAttribute('aria-modal')
    panel.focus({ preventScroll: true })
  }, [isWide])
  return (
    <SideDialog {...props} {...(isWide ? beside : {})}>
      <div ref={content}>{children}</div>
    </SideDialog>
  )
}
