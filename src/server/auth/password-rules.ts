import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { Refusal } from '#domain/refusal.ts'
import type { Portal } from '../portal.ts'
import { currentSettings } from '../settings/queries.ts'

/** Whoever chooses the password: what others know of them is what they try first. */
export interface PasswordOwner {
  readonly fullName: string
  readonly email: string
  readonly company: string
}

/**
 * As many guesses as six random characters take: the specified shortest password passes if it is not a word, a name, a date
 * or a pattern. What takes fewer falls even to guessing that is slowed.
 */
const minGuesses = 1_000_000
/** The beginning decides: a longer one is no easier, and looking at 128 characters could take seconds. */
const judgedCharacters = 40

const common = 'Ce mot de passe est trop facile à deviner. Choisissez-en un plus long, de plusieurs mots par exemple.'
const own = 'Ce mot de passe contient votre nom, votre e-mail ou le nom de la société. Choisissez-en un autre.'

/** Refuses `password_too_common`, with its words at the field, for what is commonly chosen or known of the person. */
export async function refuseGuessable(
  portal: Pick<Portal, 'database'>,
  password: string,
  owner: PasswordOwner,
  path: 'password' | 'newPassword' = 'password',
): Promise<void> {
  const { providerName } = await portal.database.asActor({ kind: 'system' }, currentSettings)
  judge ??= openJudge()
  const words = wordsOf(owner.fullName, owner.email, owner.company, providerName, 'Passerelle')
  const judged = await judge
  const [asTyped, joined] = [password, password.replace(/[^\p{L}\p{N}]/gu, '')].map((text) => {
    const { guesses, sequence } = judged.check(text.slice(0, judgedCharacters), words)
    return { easy: guesses <= minGuesses, own: sequence.some((part) => part.dictionaryName === 'userInputs') }
  })
  // Dots and dashes between one's own names do not make them harder; between other words they do.
  const isOwn = (asTyped?.easy && asTyped.own) || (joined?.easy && joined.own)
  if (!isOwn && !asTyped?.easy) return
  const message = isOwn ? own : common
  throw new Refusal('password_too_common', message, { fields: [{ path, message }] })
}

let judge: Promise<ZxcvbnFactory> | undefined

/** The lists take some 40 MB and a moment to open: they are read when the first password is chosen. */
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

/** The texts whole and in parts, with and without accents; the end of a domain says nothing about anybody. */
function wordsOf(...texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => {
    const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
    const parts = [text, plain].flatMap((each) => each.replace(/\.[a-z]+$/i, '').split(/[^\p{L}\p{N}]+/u))
    return [text, plain, text.split('@')[0] ?? '', ...parts]
  })
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => word.length >= 3)
}
