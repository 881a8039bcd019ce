import type { ComponentProps } from 'react'

export const rowButtonClass = 'row-button mantine-active mantine-focus-auto'

interface RowButtonProps extends ComponentProps<'button'> {
  /** The main act of a row is filled, others have an edge, what deletes is quiet until it is reached, a mark has no words. */
  readonly look?: 'filled' | 'default' | 'danger' | 'mark'
}

/** A small button in the row of a table: one plain element where the kit's has three, since a table has hundreds of them. */
export function RowButton({ look = 'filled', ...rest }: RowButtonProps) {
  return <button type="button" className={rowButtonClass} data-look={look} {...rest} />
}
