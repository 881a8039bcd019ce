import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { oldestVersionIn } from '#platform/server/db/migrate.ts'
import { isOlder } from '#platform/server/version.ts'

/** What a release was read by, kept in test/releases. */
export interface Released {
  readonly newestMigration: string
  /** Titles of CSV files, by file and by the language of the reader. */
  readonly titles: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** What cells say in the place of a code, by language. */
  readonly words: Readonly<Record<string, readonly string[]>>
  readonly operations: readonly string[]
  readonly events: readonly string[]
}

const releases = (root: string) => join(root, 'test/releases')

/** The last release before this version, of those that are kept. */
export function releaseBefore(root: string, version: string): { readonly version: string; readonly released: Released } {
  const earlier = readdirSync(releases(root))
    .map((name) => name.replace('.json', ''))
    .filter((each) => isOlder(each, version))
  const last = earlier.toSorted((one, other) => (isOlder(one, other) ? -1 : 1)).at(-1) ?? ''
  return { version: last, released: JSON.parse(readFileSync(join(releases(root), `${last}.json`), 'utf8')) }
}

/** What the changelog says first of a version, of what is not released yet under 'Unreleased': 'Before you upgrade'. */
export function beforeUpgrade(changelog: string, version: string): string {
  const title = version.includes('-') ? 'Unreleased' : version
  const section = changelog.split(/^## /m).find((each) => each.split(/[\s(]/, 1)[0] === title) ?? ''
  const [, first = ''] = section.split(/^### /m)
  return first.startsWith('Before you upgrade\n') ? first : ''
}

/** Whether a version may run beside the one before, and be followed by it: what the migrations since allow. */
export function mayRunTogether(root: string, version: string): boolean {
  const { version: last, released } = releaseBefore(root, version)
  const since = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql') && name > released.newestMigration)
  const oldest = since.map((name) => oldestVersionIn(readFileSync(join(root, 'migrations', name), 'utf8')))
  return oldest.every((each) => each !== '' && !isOlder(last, each))
}

/** What the notes of a version lack, in sentences. */
export function faultsOfNotes(
  root: string,
  version: string,
  changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
): string[] {
  const notes = beforeUpgrade(changelog, version)
  const said = (title: string) => new RegExp(`^- \\*\\*${title}\\*\\*: ([^]*?)(?=^- |^#|(?![^]))`, 'm').exec(notes)?.[1] ?? ''
  const servers = mayRunTogether(root, version) ? 'one after the other' : 'all at once'
  const wanted: readonly (readonly [boolean, string])[] = [
    [notes !== '', `has no 'Before you upgrade' as its first heading`],
    [said('What breaks') !== '', `does not say '- **What breaks**: …'`],
    [
      /10 000 leads/.test(said('How long it takes')) &&
        /100 000/.test(said('How long it takes')) &&
        /\d s\b|\d min\b/.test(said('How long it takes')),
      `does not say '- **How long it takes**: …' with measured times at 10 000 leads and 100 000`,
    ],
    [said('Several servers').startsWith(servers), `does not say '- **Several servers**: ${servers}', as the migrations want it`],
    [said('The way back') !== '', `does not say '- **The way back**: …'`],
    [
      version.includes('-') || existsSync(join(releases(root), `${version}.json`)),
      `has no test/releases/${version}.json, which npm test -- test/released-names.test.ts writes`,
    ],
  ]
  return wanted.flatMap(([isSaid, fault]) => (isSaid ? [] : [`The changelog of ${version} ${fault}.`]))
}
