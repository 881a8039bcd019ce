import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'
import { accentPalette } from './accent.ts'

// Few fallbacks: a browser asks the system for each of them before it first draws a text.
const sans = "'Inter Variable', system-ui, sans-serif"
const display = "'Newsreader', Georgia, serif"

/** A long name without a space is broken, and pushes no close button off the screen. */
const dialogHead = {
  title: { fontFamily: display, fontSize: '1.25rem', fontWeight: 500, minWidth: 0, overflowWrap: 'anywhere' },
  close: { flex: 'none' },
} as const

/** Warm greys: paper by day, ink by night. */
const dark: MantineColorsTuple = [
  '#e8e6e1',
  '#c9c7c1',
  '#aeaca6',
  '#8f8d88',
  '#5c5b58',
  '#3d3d3c',
  '#2e2e2e',
  '#222223',
  '#19191a',
  '#121213',
]
const gray: MantineColorsTuple = [
  '#faf9f6',
  '#f3f1ec',
  '#e8e5de',
  '#dad6cd',
  '#c3beb3',
  '#9d988d',
  '#6f6b63',
  '#55524c',
  '#3a3834',
  '#22211f',
]

/** Mantine theme derived from the provider's accent colour. */
export function buildTheme(accentColour: string): MantineThemeOverride {
  return createTheme({
    colors: { accent: accentPalette(accentColour), dark, gray },
    primaryColor: 'accent',
    // Mantine's subtle red button becomes white in the dark theme: use our red in both.
    variantColorResolver: (input) => {
      const colours = defaultVariantColorsResolver(input)
      if (input.color !== 'red' || (input.variant !== 'subtle' && input.variant !== 'light')) return colours
      return { ...colours, color: 'var(--danger-ink)', hover: 'var(--danger-wash)' }
    },
    primaryShade: { light: 8, dark: 7 },
    autoContrast: true,
    luminanceThreshold: 0.36,
    black: '#22211f',
    fontFamily: sans,
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
    headings: {
      fontFamily: display,
      fontWeight: '500',
      sizes: {
        h1: { fontSize: '2.5rem', lineHeight: '1.1' },
        h2: { fontSize: '1.75rem', lineHeight: '1.2' },
        h3: { fontSize: '1.25rem', lineHeight: '1.3' },
        h4: { fontSize: '1rem', lineHeight: '1.4' },
      },
    },
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
    defaultRadius: 'md',
    respectReducedMotion: true,
    cursorType: 'pointer',
    components: {
      Modal: {
        defaultProps: {
          centered: true,
          transitionProps: { duration: 150 },
          overlayProps: { backgroundOpacity: 0.35 },
        },
        styles: dialogHead,
      },
      Drawer: {
        defaultProps: { position: 'right', transitionProps: { duration: 150 } },
        styles: dialogHead,
      },
      Tooltip: { defaultProps: { transitionProps: { duration: 100 }, withArrow: true } },
      Menu: {
        defaultProps: {
          transitionProps: { duration: 100 },
          shadow: 'md',
          // A menu may only contain menu items, and must be inside the main landmark.
          withInitialFocusPlaceholder: false,
          portalProps: { target: '#content' },
        },
      },
    },
  })
}
