export default {
  contactRefused: 'This contact cannot be registered. The company may be registered with another contact.',
  ownContactRefused:
    'This contact cannot be registered: its owner wants none. If it is yours and you want to be contacted again, write to us, or ask at {address}.',
} as const
