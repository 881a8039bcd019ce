export default {
  contactRefused: 'This contact cannot be registered. The company may be registered with another contact.',
  ownContactRefused:
    'This contact cannot be registered. The company may be registered with another contact. If this contact is yours, write to us or ask at {address}.',
} as const
