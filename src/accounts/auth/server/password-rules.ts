import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { system } from '#access/domain/actor.ts'
import { foldText } from '#platform/domain/fold-text.ts'
import { fieldRefusal } from '#platform/domain/refusal.ts'
import type { Portal } from '#platform/server/portal.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { m } from '../messages/messages.ts'

/** The person choosing the password; guesses start with what is known about them. */
export interface PasswordOwner {
  readonly fullName: string
  readonly email: string
  readonly company: string
}

/**
 * Minimum number of guesses, about that of six random characters: the specified minimum length passes unless it is a word, name,
 * date or pattern.
 */
const minGuesses = 1_000_000
/** Only the beginning is analysed: more characters only add strength, and 128 could take seconds. */
const judgedCharacters = 40

/** Refuses `password_too_common` with a field error, for common passwords and those based on the person's data. */
export async function refuseGuessable(
  portal: Pick<Portal, 'database'>,
  password: string,
  owner: PasswordOwner,
  path: 'password' | 'newPassword' = 'password',
): Promise<void> {
  const { providerName } = await portal.database.asActor(system, currentSettings)
  const weakness = await weaknessOf(password, owner, providerName)
  if (!weakness) return
  throw fieldRefusal(path, weakness === 'own' ? m.passwordNamesYou() : m.passwordGuessable(), 'password_too_common')
}

/** Why a password is easy to guess: it is made of the person's own names or of the provider's, or it is common. */
export async function weaknessOf(password: string, owner: PasswordOwner, providerName: string): Promise<'own' | 'common' | null> {
  judge ??= openJudge()
  const words = splitWords(owner.fullName, owner.email, owner.company, providerName, 'Passerelle')
  const strengthEstimator = await judge
  const [asTyped, joined] = [password, password.replace(/[^\p{L}\p{N}]/gu, '')].map((text) => {
    const { guesses, sequence } = strengthEstimator.check(text.slice(0, judgedCharacters), words)
    return { easy: guesses <= minGuesses, own: sequence.some((part) => part.dictionaryName === 'userInputs') }
  })
  // Separators between the person's own names add no strength; between other words they do.
  if ((asTyped?.easy && asTyped.own) || (joined?.easy && joined.own)) return 'own'
  return asTyped?.easy ? 'common' : null
}

let judge: Promise<ZxcvbnFactory> | undefined

/** Loaded lazily: the dictionaries take about 40 MB. */
async function openJudge(): Promise<ZxcvbnFactory> {
  const [core, international, french] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-fr'),
  ])
  const { azerty, qwerty, keypad } = international.adjacencyGraphs
  return new core.ZxcvbnFactory({
    dictionary: {
      passwords: international.dictionary['passwords-common'],
      words: french.dictionary['commonWords-fr'],
      firstNames: french.dictionary['firstnames-fr'],
      lastNames: french.dictionary['lastnames-fr'],
    },
    graphs: { azerty, qwerty, keypad },
  })
}

/** The texts, whole and split, with and without accents; top-level domains are dropped. */
function splitWords(...texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => {
    const plain = foldText(text)
    const parts = [text, plain].flatMap((each) => each.replace(/\.[a-z]+$/i, '').split(/[^\p{L}\p{N}]+/u))
    return [text, plain, text.split('@')[0] ?? '', ...parts]
  })
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => word.length >= 3)
}
