import { type DashboardAudience, type PageEntry, portalPages } from '#access/api/pages.ts'
import { visitorPages } from '#access/api/visitor-pages.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { settingsSections } from '#access/domain/settings-sections.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { administrator, colleagues } from '../../demo/content.ts'

type Path = (typeof portalPages | typeof visitorPages)[number]['path']
type ParameterOf<Part extends string> = Part extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParameterOf<More>
    : Rest
  : never

/** Tokens of links that the portal sends by mail and that still open their page. */
type MailedLink = 'invitation' | 'reset' | 'confirmation' | 'objection' | 'request'

/** What stands for the parameters of addresses in a world. Without a value for each of them this does not compile. */
export type AddressValues = Readonly<Record<Exclude<ParameterOf<Path>, 'section'> | MailedLink, string>>

/** The pages at a path of the table: one, or one for each section of the settings. */
const pagesAt = (path: string): string[] =>
  path.includes(':section') ? settingsSections.map((section) => path.replace(':section', section)) : [path]

/** The address of a page in a world. */
export const addressIn = (page: string, values: AddressValues) =>
  Object.entries(values).reduce((address, [name, value]) => address.replace(`:${name}`, value), page)

/** A partner of the sample world who has something on every page. */
export const camille = 'camille.lefevre@exemple.fr'

/** Colleagues of that partner, who are invited to a world that is swept; nobody of the sample world has one. */
export const cabinet = {
  manager: { name: 'Maëlle Lefort', email: 'maelle@cabinet.example', role: 'manager' },
  member: { name: 'Mehdi Azzouz', email: 'mehdi@cabinet.example', role: 'member' },
  accountant: { name: 'Alix Perrin', email: 'alix@cabinet.example', role: 'accountant' },
} as const

interface Reader {
  /** Null for a visitor. */
  readonly email: string | null
  readonly side: 'visitors' | 'admins' | 'partners'
}

const emailOfStaff = (role: (typeof colleagues)[number]['staffRole']) =>
  colleagues.find(({ staffRole }) => staffRole === role)?.email ?? ''

/** Everybody to whom a page may look different: each role of staff, each role in a partner, and one who has not signed. */
export const readers = {
  'a visitor': { email: null, side: 'visitors' },
  'an administrator': { email: administrator.email, side: 'admins' },
  'a partner manager': { email: emailOfStaff('partner_manager'), side: 'admins' },
  finance: { email: emailOfStaff('finance'), side: 'admins' },
  'a viewer': { email: emailOfStaff('viewer'), side: 'admins' },
  'an owner': { email: camille, side: 'partners' },
  'a manager of a partner': { email: cabinet.manager.email, side: 'partners' },
  'a member of a partner': { email: cabinet.member.email, side: 'partners' },
  'an accountant of a partner': { email: cabinet.accountant.email, side: 'partners' },
  'a partner with a contract to sign': { email: 'olivier.le.goff@exemple.fr', side: 'partners' },
  'a partner without a contract': { email: 'lea.chevalier@exemple.fr', side: 'partners' },
} as const satisfies Readonly<Record<string, Reader>>
export type ReaderName = keyof typeof readers
export const readerNames = Object.keys(readers) as ReaderName[]

/** Readers of an audience. Links with a token are opened by people who are signed in, too: one of them is enough. */
const readersOf = (audience: PageEntry['audience']): readonly ReaderName[] =>
  readerNames.filter((name) => {
    const { side } = readers[name]
    if (audience === 'everybody') return side !== 'visitors'
    return audience === side || (audience === 'anybody' && (side === 'visitors' || name === 'an owner'))
  })

/** What else stands at the path of a page: its views, and what a link in a mail opens, which is over without its token. */
const furtherViews: Readonly<Partial<Record<Path, readonly string[]>>> = {
  [pagePaths.peopleData]: ['?view=notices'],
  [pagePaths.integrations]: ['?view=webhooks', '?view=deliveries'],
  [visitorPaths.invitation]: ['?token=:invitation'],
  [visitorPaths.reset]: ['?token=:reset'],
  [visitorPaths.objection]: ['?token=:objection'],
  [visitorPaths.confirmation]: ['?token=:confirmation'],
  [visitorPaths.privacy]: ['?for=partner'],
  [visitorPaths.privacyRequest]: ['?token=:request'],
  [visitorPaths.verify]: ['?reference=0123-4567-89AB-CDEF'],
}

interface SweptPage {
  readonly page: string
  readonly readers: readonly ReaderName[]
}

const entries: readonly PageEntry[] = [...visitorPages, ...portalPages]

/** Every page of both tables, and what there is beside them. */
export const sweptPages: readonly SweptPage[] = [
  ...entries.flatMap(({ path, audience }) =>
    ['', ...(furtherViews[path as Path] ?? [])].flatMap((view) =>
      pagesAt(path).map((page) => ({ page: page + view, readers: readersOf(audience) })),
    ),
  ),
  { page: '/nowhere', readers: readersOf('anybody') },
  { page: '/dashboard/nowhere', readers: ['an administrator', 'an owner'] },
]

const pagesFor = (...audiences: readonly DashboardAudience[]) =>
  portalPages
    .filter(({ audience }) => audiences.includes(audience))
    .flatMap(({ path }) => pagesAt(path))
    .filter((page) => !page.includes(':'))

/** Addresses of the pages of staff, but those of a single partner. */
export const staffPages = pagesFor('everybody', 'admins')

/** Addresses of the pages of a partner. */
export const partnerPages = pagesFor('everybody', 'partners')

/** The pages of both sides of the portal, by the e-mail address of a person of the sample world. */
export const pagesOfSides: Readonly<Record<string, readonly string[]>> = {
  [administrator.email]: staffPages,
  [camille]: partnerPages,
}
