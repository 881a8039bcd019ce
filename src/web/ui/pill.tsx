import type { ReactNode } from 'react'

export type PillTone =
  | 'nouveau'
  | 'premier_contact'
  | 'call_effectue'
  | 'signe'
  | 'refuse'
  | 'todo'
  | 'known'
  | 'received'
  | 'danger'

/** A word of status in the colour that it has everywhere. */
export function Pill({ tone, children }: { tone: PillTone; children: ReactNode }) {
  return (
    <span className="pill" style={{ background: `var(--${tone}-wash)`, color: `var(--${tone}-ink)` }}>
      {children}
    </span>
  )
}
