import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { longDate } from '../dates.ts'
import { SoftText } from '../soft-text.ts'
import classes from './message-thread.module.css'

export interface ThreadMessage {
  readonly id: string
  readonly author: string
  /** Written by who reads it. */
  readonly mine: boolean
  readonly body: string
  readonly createdAt: string
}

interface MessageThreadProps<Message extends ThreadMessage> {
  /** Accessible name. */
  readonly label: string
  /** Oldest first. */
  readonly messages: readonly Message[]
  /** Badges beside the author. */
  readonly badges: (message: Message) => ReactNode
  /** How a time is written; the whole date is in its title. */
  readonly when?: (iso: string) => string
  /** The pages of older messages, and the label of the button that loads one. */
  readonly older: {
    readonly label: string
    readonly query: {
      readonly hasNextPage: boolean
      readonly isFetchingNextPage: boolean
      readonly fetchNextPage: () => Promise<unknown>
    }
  }
  /** Replaces the messages if there are none. */
  readonly empty?: ReactNode
}

/** Messages of several people, newest last, one's own at the right. */
export function MessageThread<Message extends ThreadMessage>(props: MessageThreadProps<Message>) {
  const { label, messages, badges, when = longDate, older, empty } = props
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = older.query
  return (
    <div>
      {hasNextPage && (
        <Button variant="subtle" size="xs" mb="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {older.label}
        </Button>
      )}
      <div role="log" aria-label={label}>
        {messages.length === 0 && empty ? (
          empty
        ) : (
          <ul className={classes.thread}>
            {messages.map((message) => (
              <li key={message.id} className={classes.message} data-mine={message.mine || undefined}>
                <Group gap={8}>
                  <Text fw={600} fz="sm">
                    {message.author}
                  </Text>
                  {badges(message)}
                  <SoftText component="time" dateTime={message.createdAt} title={longDate(message.createdAt)} fz="xs">
                    {when(message.createdAt)}
                  </SoftText>
                </Group>
                <p className={classes.body}>{message.body}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
