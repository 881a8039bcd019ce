import type { ClientWord } from '#leads/leads/domain/leads.ts'

export const clientWordTones = {
  left: 'todo',
  asked: 'known',
  yes: 'received',
  other: 'todo',
  no: 'danger',
  never: 'known',
} as const satisfies Readonly<Record<ClientWord, string>>
