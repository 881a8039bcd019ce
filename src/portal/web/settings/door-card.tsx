import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { m } from '#portal/messages/messages.ts'
import { type SettingsCardKey, settingsCards } from '#provider/settings/domain/settings.ts'
import { CardFrame } from '#provider/settings/web/card-frame.tsx'
import { factsReader } from './door-facts.tsx'
import { doors } from './doors.ts'

interface DoorCardProps {
  readonly card: SettingsCardKey
  readonly isMarked: boolean
  readonly onOpen: () => void
}

/** A card that leads to a page, a list or a dialog. */
export function DoorCard({ card, isMarked, onOpen }: DoorCardProps) {
  const door = doors[card]
  const useFacts = factsReader(card)
  const facts = useFacts()
  return (
    <CardFrame
      card={card}
      isMarked={isMarked}
      facts={facts}
      isOpenToAll={door?.isOpenToAll ?? false}
      action={<DoorButton card={card} onOpen={onOpen} />}
    />
  )
}

function DoorButton({ card, onOpen }: Pick<DoorCardProps, 'card' | 'onOpen'>) {
  const door = doors[card]
  if (!door) return null
  const look = {
    variant: 'default',
    size: 'xs',
    'aria-label': m.labelled({ label: door.label, text: settingsCards[card].title }),
  } as const
  if (door.path) {
    return (
      <Button component={Link} to={door.path} {...look}>
        {door.label}
      </Button>
    )
  }
  if (door.href) {
    return (
      <Button component="a" href={door.href} {...look}>
        {door.label}
      </Button>
    )
  }
  return (
    <Button onClick={onOpen} {...look}>
      {door.label}
    </Button>
  )
}
