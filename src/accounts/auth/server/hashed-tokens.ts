import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/adapters'
import { tokenHash } from '#platform/server/secrets/token-hash.ts'

type Row = Record<string, unknown>

const isToken = ({ field }: Where) => field === 'token'
const hashed = (value: Where['value']): Where['value'] => {
  if (typeof value === 'string') return tokenHash(value)
  return Array.isArray(value) ? value.map((each) => tokenHash(String(each))) : value
}

/** Looks sessions up by the token's hash and puts the token back into the result, for the cookie. */
function hashedQuery(where: readonly Where[]) {
  const tokens = where.filter(isToken).flatMap(({ value }) => value)
  const tokenByHash = new Map(tokens.map((token) => [tokenHash(String(token)), token]))
  return {
    where: where.map((each) => (isToken(each) ? { ...each, value: hashed(each.value) } : each)),
    restored<T>(row: T): T {
      const token = tokenByHash.get(String((row as Row | null)?.token))
      return token === undefined ? row : { ...row, token }
    },
  }
}

function hashing(adapter: DBTransactionAdapter): DBTransactionAdapter {
  /** Wraps a lookup method; other models are not affected. */
  const asking =
    <A extends { model: string; where?: Where[] | undefined }, R>(verb: (query: A) => Promise<R>) =>
    async (query: A): Promise<R> => {
      if (query.model !== 'session' || !query.where) return verb(query)
      const { where, restored } = hashedQuery(query.where)
      const result = await verb({ ...query, where })
      return (Array.isArray(result) ? result.map(restored) : restored(result)) as R
    }
  return {
    ...adapter,
    async create<T extends Row, R = T>(creation: Parameters<typeof adapter.create<T, R>>[0]): Promise<R> {
      if (creation.model !== 'session') return adapter.create<T, R>(creation)
      const { token } = creation.data as unknown as { token: string }
      const row = await adapter.create<T, R>({ ...creation, data: { ...creation.data, token: tokenHash(token) } })
      return { ...row, token }
    },
    findOne: asking(adapter.findOne) as typeof adapter.findOne,
    findMany: asking(adapter.findMany) as typeof adapter.findMany,
    count: asking(adapter.count),
    update: asking(adapter.update) as typeof adapter.update,
    updateMany: asking(adapter.updateMany),
    delete: asking(adapter.delete),
    deleteMany: asking(adapter.deleteMany),
    consumeOne: asking(adapter.consumeOne) as typeof adapter.consumeOne,
    incrementOne: asking(adapter.incrementOne) as typeof adapter.incrementOne,
  }
}

/** Database adapter that stores session tokens hashed, so that a leaked database opens no session. */
export function withHashedTokens(adapter: DBAdapter): DBAdapter {
  return { ...adapter, ...hashing(adapter), transaction: (work) => adapter.transaction((inner) => work(hashing(inner))) }
}
