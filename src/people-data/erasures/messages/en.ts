export default {
  noErasures: 'No erasure',
  noErasuresText: 'An erasure is a plan first, and is done after some days; it appears here from its plan on.',
} as const
