export const disputeTones = {
  open: 'todo',
  answered: 'known',
  corrected: 'received',
  upheld: 'red',
  withdrawn: 'red',
} as const
