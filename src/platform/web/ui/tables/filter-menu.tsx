import { Menu } from '@mantine/core'
import { AnchoredMenu } from '../dialogs/anchored-menu.tsx'

interface FilterMenuProps {
  readonly button: HTMLElement
  readonly entries: readonly { readonly name: string; readonly label: string }[]
  readonly onChoose: (name: string) => void
  readonly onClose: () => void
}

/** The filters that a list can have besides those that are set. */
export default function FilterMenu({ button, entries, onChoose, onClose }: FilterMenuProps) {
  return (
    <AnchoredMenu button={button} position="bottom-start" onClose={onClose}>
      {entries.map(({ name, label }) => (
        <Menu.Item key={name} onClick={() => onChoose(name)}>
          {label}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  )
}
