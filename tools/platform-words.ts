/** Words of the business, in the singular. */
const business = [
  'amendment',
  'announcement',
  'billing',
  'commission',
  'contract',
  'dispute',
  'introduction',
  'invoice',
  'lead',
  'objection',
  'offer',
  'partner',
  'payout',
  'programme',
  'referrer',
  'reminder',
  'stage',
  'tier',
  'vigilance',
]
const words = new Set(business.flatMap((word) => [word, `${word}s`]))

/** A place below `src/platform` that says some of them all the same, with the reason. */
interface Exception {
  readonly place: string
  readonly words: readonly string[]
  readonly because: string
}
export const exceptions: readonly Exception[] = [
  { place: 'domain/file-columns.ts', words: ['lead'], because: 'Files of other programs call a person so in their titles.' },
  { place: 'domain/job-cause.ts', words: ['amendment'], because: 'Failed jobs store what was to be made.' },
  { place: 'domain/job-names.ts', words: ['reminders'], because: 'Queues are stored by their names.' },
  { place: 'messages/en.ts', words: ['partner'], because: 'The reason of a signature stands in sealed files.' },
  { place: 'server/db/migrate.ts', words: ['partner'], because: 'A role of the database is called so.' },
  { place: 'server/events/', words: ['partner'], because: 'A column of events says whose they are.' },
  { place: 'server/jobs/job-tables.ts', words: ['partner'], because: 'A role of the database is called so.' },
  { place: 'server/personal-data.ts', words: ['lead', 'partner'], because: 'It says whose rows are.' },
  {
    place: 'server/sealing/',
    words: ['contract', 'contracts', 'partner'],
    because: 'Sealed files name their parties and their kind.',
  },
  { place: 'server/secrets/encryption.ts', words: ['payout'], because: 'A key follows from its purpose; one list has them all.' },
  {
    place: 'server/secrets/hmac.ts',
    words: ['contract', 'introduction', 'objection'],
    because: 'Links are signed for these purposes.',
  },
  { place: 'server/secrets/links.ts', words: ['objection'], because: 'Links are signed for this purpose.' },
  { place: 'web/app/forms/draft-storage.ts', words: ['lead'], because: 'Browsers keep what is typed under this key.' },
]

const platform = 'src/platform/'
/** Row types are made from the database; tests need records to be about; other languages say what the English texts say. */
const leftOut = /\.test\.tsx?$|schema\.generated\.ts$|\/messages\/(?!en\.ts$)[^/]+$/

/** The words of the business that a source of the platform says, also as parts of names such as `leadCount` and `lead_count`. */
export function wordsSaid(file: string, text: string): readonly string[] {
  if (!file.startsWith(platform) || !/\.(tsx?|css)$/.test(file) || leftOut.test(file)) return []
  const parts = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  return [...new Set(parts.map((part) => part.toLowerCase()))].filter((part) => words.has(part))
}

/** Those without a reason. */
export const businessWords = (file: string, text: string): readonly string[] =>
  wordsSaid(file, text).filter(
    (word) => !exceptions.some(({ place, words }) => file.startsWith(platform + place) && words.includes(word)),
  )
