import { type ReactNode, useEffect, useRef } from 'react'
import classes from './folded-fields.module.css'

interface FoldedFieldsProps {
  readonly summary: ReactNode
  /** Whether one of them has an error, with which they open. */
  readonly hasError: boolean
  /** Where they begin, for whoever is led to an error of all of them. */
  readonly field?: string
  readonly isOpenFirst?: boolean
  readonly children: ReactNode
}

/** Fields of a form that most people leave as they are. */
export function FoldedFields({ summary, hasError, field, isOpenFirst = false, children }: FoldedFieldsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (hasError && details.current) details.current.open = true
  }, [hasError])
  return (
    <details ref={details} className={classes.folded} open={isOpenFirst}>
      <summary data-field={field}>{summary}</summary>
      {children}
    </details>
  )
}
