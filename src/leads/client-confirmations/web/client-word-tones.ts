import type { ClientWord } from '../domain.ts'

export const clientWordTones = {
  left: 'todo',
  asked: 'known',
  yes: 'received',
  other: 'todo',
  no: 'danger',
  never: 'known',
} as const satisfies Readonly<Record<ClientWord, string>>
