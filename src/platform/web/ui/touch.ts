import { useMediaQuery } from '@mantine/hooks'

/** Whether somebody works by finger: no keyboard is told of, and another app of the device may be opened. */
export function useIsTouch(): boolean {
  return useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
}
