import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useFocusBack } from './focus-back.ts'

const words = {
  en: {
    close: 'Close',
    title: 'Close without saving?',
    text: 'What you typed will be lost.',
    action: 'Discard',
    cancel: 'Keep editing',
  },
  fr: {
    close: 'Fermer',
    title: 'Fermer sans enregistrer ?',
    text: 'Ce que vous avez saisi sera perdu.',
    action: 'Abandonner',
    cancel: 'Continuer la saisie',
  },
} as const

interface Leaving {
  readonly onClose: () => void
  /** Unsaved changes: closing by Escape, backdrop or cross asks first. */
  readonly filled?: boolean | undefined
  readonly lang?: keyof typeof words
}

function useLeaving({ onClose, filled = false, lang = 'en' }: Leaving) {
  useFocusBack()
  const [isAsking, setAsking] = useState(false)
  const { close, ...question } = words[lang]
  return {
    props: {
      lang,
      opened: true,
      returnFocus: false,
      onClose: () => (filled ? setAsking(true) : onClose()),
      closeButtonProps: { 'aria-label': close },
      // Not a <header>, which would be a second banner landmark.
      attributes: { header: { role: 'presentation' } },
    },
    isAsking,
    question: (
      <ConfirmDialog
        lang={lang}
        opened={isAsking}
        {...question}
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => onClose()}
      />
    ),
  }
}

/** A dialog, mounted only while open. On close, the focus returns to the opener. */
export function Dialog({ onClose, filled, lang, ...look }: Leaving & Omit<ModalProps, 'opened' | 'onClose'>) {
  const { props, isAsking, question } = useLeaving({ onClose, filled, ...(lang ? { lang } : {}) })
  return (
    <>
      <Modal {...props} {...look} closeOnEscape={(look.closeOnEscape ?? true) && !isAsking} />
      {question}
    </>
  )
}

/** A dialog as a drawer at the side. */
export function SideDialog({ onClose, filled, lang, ...look }: Leaving & Omit<DrawerProps, 'opened' | 'onClose'>) {
  const { props, isAsking, question } = useLeaving({ onClose, filled, ...(lang ? { lang } : {}) })
  return (
    <>
      <Drawer {...props} {...look} closeOnEscape={(look.closeOnEscape ?? true) && !isAsking} />
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
export function SidePanel({ children, ...props }: Leaving & Omit<DrawerProps, 'opened' | 'onClose'>) {
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
