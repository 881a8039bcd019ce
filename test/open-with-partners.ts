import type { DatabaseKind } from './databases.ts'
import { type Client, TestApp } from './test-app.ts'

const fullNames = { marie: 'Marie Dupont', jean: 'Jean Autre' } as const
type Name = keyof typeof fullNames

/** A portal with these partners signed in; their main contracts are signed. */
export async function openWithPartners<N extends Name>(
  databaseKind: DatabaseKind,
  ...names: readonly N[]
): Promise<{ app: TestApp } & Record<N, Client>> {
  const app = await TestApp.open(databaseKind)
  const clients: Partial<Record<Name, Client>> = {}
  for (const name of names) clients[name] = await app.newPartner(`${name}@exemple.fr`, fullNames[name])
  return { app, ...(clients as Record<N, Client>) }
}
