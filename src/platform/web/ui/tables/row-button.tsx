import type { ComponentProps } from 'react'

export const rowButtonClass = 'row-button mantine-active mantine-focus-auto'

interface RowButtonProps extends ComponentProps<'button'> {
  /** Primary action: filled; others: outlined; quiet, and delete in red: subtle until hovered or focused; mark: icon only. */
  readonly look?: 'filled' | 'default' | 'quiet' | 'danger' | 'mark'
}

/** Small button for table rows: a single element instead of Mantine's three, since tables have hundreds. */
export function RowButton({ look = 'filled', ...rest }: RowButtonProps) {
  return <button type="button" className={rowButtonClass} data-look={look} {...rest} />
}
