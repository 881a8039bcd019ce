import { UnstyledButton } from '@mantine/core'
import { useHotkeys, useOs, useWindowEvent } from '@mantine/hooks'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { Me } from '#access/api/session.ts'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { m } from '#portal/messages/messages.ts'
import type { AccountEntry } from './account-entries.ts'
import classes from './palette-button.module.css'
import type { LockedBy } from './restricted-dialog.tsx'

const load = () => import('./palette.tsx')
const Palette = lazy(load)

interface PaletteButtonProps {
  readonly me: Me
  readonly onLocked: (lockedBy: LockedBy) => void
  readonly onAccount: (entry: AccountEntry) => void
  readonly onSignOut: () => void
}

/** Opens the command palette by button, and by Ctrl K or ⌘ K unless a dialog is open. */
export function PaletteButton(props: PaletteButtonProps) {
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [typed, setTyped] = useState('')
  const [isReady, setReady] = useState(false)
  const cameFrom = useRef<HTMLElement | null>(null)
  const os = useOs({ getValueInEffect: false })
  const isApple = os === 'macos' || os === 'ios'
  // Prefetched when somebody is about to open it: by the first key of its shortcut, or with pointer or focus on the button.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Control' || key === 'Meta') void load()
  })

  const open = () => {
    cameFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setTyped('')
    setReady(false)
    setWanted(true)
    setOpened(true)
  }
  const close = (action?: () => void) => {
    setOpened(false)
    cameFrom.current?.focus({ preventScroll: true })
    action?.()
  }
  const toggle = () => {
    if (opened) close()
    else if (!document.querySelector('[aria-modal="true"]')) open()
  }
  useHotkeys([['mod+K', toggle]], [])
  return (
    <>
      <UnstyledButton
        className={classes.search}
        onClick={open}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <span className={classes.searchLabel}>{m.search()}</span>
        <span className={classes.searchKey} aria-hidden="true">
          {isApple ? '⌘ K' : 'Ctrl K'}
        </span>
      </UnstyledButton>
      {opened && !isReady && <EarlyField typed={typed} onTyped={setTyped} onClose={close} />}
      <Suspense>
        {wanted && (
          <Palette {...props} opened={opened} typed={typed} onTyped={setTyped} onReady={() => setReady(true)} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

interface EarlyFieldProps {
  readonly typed: string
  readonly onTyped: (text: string) => void
  readonly onClose: () => void
}

/** Buffers typing until the palette is loaded. */
function EarlyField({ typed, onTyped, onClose }: EarlyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])
  return (
    <input
      ref={field}
      className={classes.early}
      aria-label={m.search()}
      autoComplete="off"
      maxLength={200}
      value={typed}
      onChange={(event) => onTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        // Keep the key from the page's form or button.
        if (event.key === 'Enter') event.preventDefault()
      }}
    />
  )
}
