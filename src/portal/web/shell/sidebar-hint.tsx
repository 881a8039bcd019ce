import { Tooltip } from '@mantine/core'

interface SidebarHintProps {
  readonly label: string
  readonly entry: HTMLElement
}

/** The name of an entry in the collapsed sidebar, beside it. */
export default function SidebarHint({ label, entry }: SidebarHintProps) {
  return <Tooltip opened label={label} target={entry} position="right" />
}
