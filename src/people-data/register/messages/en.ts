export default {
  nothingRegistered: 'The register is empty',
} as const
