import type { ComponentProps, ReactElement } from 'react'

export interface IconProps extends Omit<ComponentProps<'svg'>, 'stroke'> {
  /** Width and height in pixels. */
  readonly size?: number
  /** Width of the lines, in 24ths of the size. */
  readonly stroke?: number
}

export type Icon = (props: IconProps) => ReactElement

/** An icon of lines on a grid of 24. */
export const icon =
  (...lines: readonly string[]): Icon =>
  ({ size = 24, stroke = 2, ...rest }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: each use hides it or labels it
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      {lines.map((line) => (
        <path key={line} d={line} />
      ))}
    </svg>
  )
