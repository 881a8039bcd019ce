import { CopyButton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { m } from '#platform/messages/messages.ts'
import { IconCheck, IconCopy } from './icons.ts'
import classes from './reference.module.css'

interface ReferenceProps {
  /** The number as it is shown, and copied. */
  readonly value: string
  /** Where the reader opens what it names; without it, the number is copied. */
  readonly to?: string
}

/** A number that somebody quotes: it opens its record, or is copied by a click. */
export function Reference({ value, to }: ReferenceProps) {
  if (to) {
    return (
      <Link to={to} className={`figure ${classes.link}`} draggable={false}>
        {value}
      </Link>
    )
  }
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <UnstyledButton
          className={`figure ${classes.copy}`}
          data-copied={copied || undefined}
          title={copied ? m.copied() : m.copy()}
          onClick={(event) => {
            // A row or a card around it opens by a click.
            event.stopPropagation()
            copy()
          }}
        >
          <span>{value}</span>
          {copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
          <VisuallyHidden role="status">{copied ? m.copied() : ''}</VisuallyHidden>
        </UnstyledButton>
      )}
    </CopyButton>
  )
}
