export interface Toast {
  readonly id: number
  readonly title: string
  readonly text?: string | undefined
  /** The languages of both, where they are others than the page's. */
  readonly titleLang?: string | undefined
  readonly textLang?: string | undefined
  readonly kind: 'success' | 'error'
  /** An address to copy, which stays on the screen until it is closed. */
  readonly link?: string | undefined
  /** What failed: the request, or `form` for what was typed or chosen. Such a toast goes once that works. */
  readonly about?: string | undefined
}

/** Marks toasts about input in a form, before or after it was sent. */
export const aboutForm = 'form'

/** More would cover what the person is doing: the oldest goes. */
const maxToasts = 4

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** The toasts on screen, oldest first, as an external store of React. */
export const toastList = {
  /** A toast with the same words replaces the earlier one. */
  add: ({ kind, title, text, ...more }: Omit<Toast, 'id'>) => {
    lastId += 1
    const others = toasts.filter((each) => each.kind !== kind || each.title !== title || each.text !== text)
    show([...others, { id: lastId, kind, title, text, ...more }].slice(-maxToasts))
  },
  /** It works now: what was told of its failure is no longer true. */
  dismissAbout: (about: string) => {
    if (toasts.some((toast) => toast.about === about)) show(toasts.filter((toast) => toast.about !== about))
  },
  dismiss: (id: number) => show(toasts.filter((toast) => toast.id !== id)),
  current: () => toasts,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
