export const disputeTones = {
  open: 'todo',
  answered: 'known',
  corrected: 'received',
  upheld: 'refuse',
  withdrawn: 'refuse',
} as const
