import type { ReactNode } from 'react'

export type BadgeTone =
  | 'nouveau'
  | 'premier_contact'
  | 'call_effectue'
  | 'signe'
  | 'refuse'
  | 'todo'
  | 'known'
  | 'received'
  | 'danger'

/** Status label in its colour. */
export function StatusBadge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span className="status-badge" style={{ background: `var(--${tone}-wash)`, color: `var(--${tone}-ink)` }}>
      {children}
    </span>
  )
}
