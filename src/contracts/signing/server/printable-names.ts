import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { unprintable } from '#platform/server/fonts/unprintable.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'

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
  const cannot = 'Le certificat de signature ne peut pas écrire'
  if (own.length > 0) {
    const help = 'Écrivez-les en lettres latines, grecques ou cyrilliques dans votre profil, puis recommencez.'
    throw new Refusal(
      'characters_unprintable',
      `${cannot} ces caractères de votre nom ou de votre société : ${own.join(' ')}. ${help}`,
    )
  }
  const { providerName } = await currentSettings(tx)
  const provider = await unprintable([providerName])
  if (provider.length > 0) {
    const message = `${cannot} ces caractères du nom de votre prestataire : ${provider.join(' ')}. Prévenez votre prestataire.`
    throw new Refusal('characters_unprintable', message)
  }
}

/** Refuses `characters_unprintable` if the certificate cannot show the counter-signer's name. */
export async function checkCounterSignerPrintable(name: string): Promise<void> {
  const characters = await unprintable([name])
  if (characters.length === 0) return
  const help = 'Write your name in Latin, Greek or Cyrillic letters in your profile, then try again.'
  throw new Refusal(
    'characters_unprintable',
    `The certificate cannot print these characters of your name: ${characters.join(' ')}. ${help}`,
  )
}
