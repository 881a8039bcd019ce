import { Button, Code, CopyButton, Notification } from '@mantine/core'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { m } from '#platform/messages/messages.ts'
import { type Toast, toastList } from './toast-list.ts'
import classes from './toaster.module.css'

const looks = {
  success: { color: 'teal', role: 'status', staysMs: 5000 },
  error: { color: 'red', role: 'alert', staysMs: 8000 },
} as const

/** Where toasts appear. It is part of the first load: the toast that says the network is gone cannot be fetched then. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.current)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = list
    if (toasts.length === 0 || !current) return
    let isOver = false
    let stop = () => {}
    import('./free-toaster.ts').then(
      ({ keepFree }) => {
        if (!isOver) stop = keepFree(current)
      },
      () => {
        // If the module cannot be loaded, toasts stay where the style sheet puts them.
      },
    )
    return () => {
      isOver = true
      stop()
    }
  }, [toasts])
  if (toasts.length === 0) return null
  return (
    <section ref={list} className={classes.toaster} aria-label={m.notifications()}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

/** One toast. It stays while it is pointed at or its button has the focus. */
function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const { color, role, staysMs } = looks[toast.kind]
  useEffect(() => {
    if (held || toast.link) return
    const timer = setTimeout(() => toastList.dismiss(toast.id), staysMs)
    return () => clearTimeout(timer)
  }, [held, toast.id, toast.link, staysMs])
  return (
    <Notification
      className={classes.toast ?? ''}
      role={role}
      color={color}
      title={<span lang={toast.titleLang}>{toast.title}</span>}
      withBorder
      closeButtonProps={{ 'aria-label': m.close() }}
      onClose={() => toastList.dismiss(toast.id)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toast.text && <span lang={toast.textLang}>{toast.text}</span>}
      {toast.link && <LinkToCopy link={toast.link} />}
    </Notification>
  )
}

function LinkToCopy({ link }: { readonly link: string }) {
  return (
    <CopyButton value={link} timeout={2000}>
      {({ copied, copy }) => (
        <>
          <Code block my={6} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {link}
          </Code>
          <Button size="compact-sm" onClick={copy}>
            {copied ? m.copied() : m.copyLink()}
          </Button>
        </>
      )}
    </CopyButton>
  )
}
