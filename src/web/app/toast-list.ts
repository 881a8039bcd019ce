export interface Toast {
  readonly id: number
  readonly title: string
  readonly text: string | undefined
  readonly kind: 'success' | 'error'
  /** Of its words: that of the part of the page where somebody acted. */
  readonly lang?: string | undefined
}

/** More would cover what the person is doing: the oldest goes. */
const maxShown = 4

let shown: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** The toasts on screen, oldest first, as an external store of React. */
export const toastList = {
  /** The same words again take the place of the toast that says them. */
  add: (kind: Toast['kind'], title: string, text?: string, lang?: string) => {
    lastId += 1
    const others = shown.filter((each) => each.kind !== kind || each.title !== title || each.text !== text)
    show([...others, { id: lastId, kind, title, text, lang }].slice(-maxShown))
  },
  dismiss: (id: number) => show(shown.filter((toast) => toast.id !== id)),
  current: () => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
