import type { ReactNode } from 'react'

export type BadgeTone =
  | 'blue'
  | 'amber'
  | 'violet'
  | 'green'
  | 'red'
  | 'teal'
  | 'pink'
  | 'slate'
  | 'olive'
  | 'todo'
  | 'known'
  | 'received'
  | 'danger'

interface StatusBadgeProps {
  readonly tone: BadgeTone
  /** The language of a label that is in another one than the page. */
  readonly lang?: string | undefined
  readonly children: ReactNode
}

/** Status label in its colour. */
export function StatusBadge({ tone, lang, children }: StatusBadgeProps) {
  return (
    <span lang={lang} className="status-badge" style={{ background: `var(--${tone}-wash)`, color: `var(--${tone}-ink)` }}>
      {children}
    </span>
  )
}
