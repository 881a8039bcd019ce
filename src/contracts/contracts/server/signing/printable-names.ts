import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { unprintable } from '#platform/server/fonts/unprintable.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { m } from '../../messages/messages.ts'

/**
 * Refuses `characters_unprintable` if the certificate cannot show the signer's name. Checked before sending a code and again
 * before sealing, since the name may have changed. `typedName` is null for a drawn signature.
 */
export async function checkNamesPrintable(tx: Tx, signerId: string, typedName: string | null = null): Promise<void> {
  const person = await tx
    .selectFrom('profiles')
    .select(['full_name', 'company'])
    .where('user_id', '=', signerId)
    .executeTakeFirstOrThrow()
  const own = await unprintable([person.full_name, person.company, typedName ?? ''])
  if (own.length > 0) {
    throw new Refusal('characters_unprintable', m.ownCharactersUnprintable({ characters: own.join(' ') }))
  }
  const { providerName } = await currentSettings(tx)
  const provider = await unprintable([providerName])
  if (provider.length > 0) {
    throw new Refusal('characters_unprintable', m.providerCharactersUnprintable({ characters: provider.join(' ') }))
  }
}

/** Refuses `characters_unprintable` if the certificate cannot show the counter-signer's name. */
export async function checkCounterSignerPrintable(name: string): Promise<void> {
  const characters = await unprintable([name])
  if (characters.length === 0) return
  throw new Refusal('characters_unprintable', m.counterCharactersUnprintable({ characters: characters.join(' ') }))
}
