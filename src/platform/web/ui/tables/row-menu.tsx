import { type ReactNode, useState } from 'react'
import { AnchoredMenu } from '../dialogs/anchored-menu.tsx'
import { IconDots } from '../icons.ts'
import { RowButton } from './row-button.tsx'

/** Further actions on a row: a button with three dots, and its menu while open. */
export function RowMenu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  return (
    <>
      <RowButton
        look="mark"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={({ currentTarget }) => setMenu(menu ? null : currentTarget)}
      >
        <IconDots size={18} aria-hidden="true" />
      </RowButton>
      {menu && (
        <AnchoredMenu button={menu} onClose={() => setMenu(null)}>
          {children}
        </AnchoredMenu>
      )}
    </>
  )
}
