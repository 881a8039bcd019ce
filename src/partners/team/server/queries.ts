import { sql } from 'kysely'
import type { Actor, PartnerRole } from '#access/domain/actor.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Team, TeamPerson } from '../api.ts'

interface Member {
  readonly id: string
  readonly full_name: string
  readonly email: string
  readonly role: PartnerRole
  readonly sees_amounts: boolean
  readonly since: Date
  readonly joined_at: Date | null
  readonly is_main: boolean
  readonly held_role: PartnerRole | null
  /** Whether signing in takes one; never where partners read. */
  readonly two_factor: boolean
  /** Whether their address is somebody else's; never where partners read. */
  readonly address_taken: boolean
}

/** The people who belong to a partner or are invited to it, its main person first. Staff alone may ask who has an account. */
function readPeople(tx: Tx, partnerId: string, byStaff: boolean): Promise<Member[]> {
  const isMain = sql<boolean>`c.main_person_id = m.person_id`
  return tx
    .selectFrom('partner_members as m')
    .innerJoin('partners as c', 'c.id', 'm.partner_id')
    .innerJoin('profiles as p', 'p.user_id', 'm.person_id')
    .select(['p.user_id as id', 'p.full_name', 'p.email', 'm.role', 'm.sees_amounts', 'm.since', 'p.joined_at', 'm.held_role'])
    .select([
      isMain.as('is_main'),
      (byStaff ? sql<boolean>`app.has_second_factor(p.user_id)` : sql.lit(false)).as('two_factor'),
      (byStaff ? sql<boolean>`p.address_taken` : sql.lit(false)).as('address_taken'),
    ])
    .where('m.partner_id', '=', partnerId)
    .where('m.until', 'is', null)
    .orderBy(isMain, 'desc')
    .orderBy('m.since')
    .orderBy('m.person_id')
    .execute()
}

type Objection = NonNullable<TeamPerson['objection']>

/** The objections that staff have not answered yet, by whom they are about. */
async function readObjections(tx: Tx, partnerId: string, caller: Actor): Promise<ReadonlyMap<string, Objection>> {
  const rows = await tx
    .selectFrom('appointments as a')
    .innerJoin('profiles as p', 'p.user_id', 'a.person_id')
    .innerJoin('profiles as b', 'b.user_id', 'a.made_by')
    .leftJoin('email_changes as e', 'e.id', 'a.change_id')
    .select(['a.id', 'a.person_id', 'a.act', 'a.objected_at', 'a.made_by', 'b.full_name as by'])
    .select(({ fn }) => fn.coalesce('e.new_email', 'p.email').as('email'))
    .where('a.partner_id', '=', partnerId)
    .where('a.objected_at', 'is not', null)
    .where('a.answered_at', 'is', null)
    .$narrowType<{ objected_at: Date }>()
    .orderBy('a.objected_at')
    .execute()
  return new Map(
    rows.map(({ id, person_id, act, objected_at, made_by, by, email }) => [
      person_id,
      {
        appointmentId: id,
        act,
        by,
        email,
        at: objected_at.toISOString(),
        maySustain: !('userId' in caller && caller.userId === made_by),
      },
    ]),
  )
}

/** How many colleagues a partner may have beside its first person: its own number, or else the programme's. */
export async function allowedColleagues(
  tx: Tx,
  partnerId: string,
): Promise<{ colleagues: number; ownColleagues: number | null }> {
  const { own, programme } = await tx
    .selectFrom('settings as s')
    .leftJoin('partners as c', (join) => join.on('c.id', '=', partnerId))
    .select(['c.colleagues as own', 's.colleagues as programme'])
    .executeTakeFirstOrThrow()
  return { colleagues: own ?? programme, ownColleagues: own }
}

/** The people of a partner, with what the caller may do to each. */
export async function readTeam(tx: Tx, caller: Actor, partnerId: string): Promise<Team> {
  const byStaff = isDecidedBy(caller)
  const people = await readPeople(tx, partnerId, byStaff)
  const objections: ReadonlyMap<string, Objection> = byStaff ? await readObjections(tx, partnerId, caller) : new Map()
  const decides = caller.kind === 'partner' ? caller.partner.role === 'owner' && caller.contractSigned : byStaff
  const { colleagues, ownColleagues } = await allowedColleagues(tx, partnerId)
  const hasRoom = caller.kind !== 'partner' || people.length - 1 < colleagues
  return {
    people: people.map((person) =>
      presentPerson(person, {
        byCaller: decides && !('userId' in caller && caller.userId === person.id),
        byStaff,
        mayAppoint: caller.kind === 'admin' && caller.rights.includes('money'),
        objection: objections.get(person.id) ?? null,
      }),
    ),
    colleagues,
    ownColleagues,
    can: { invite: decides && hasRoom },
  }
}

const isDecidedBy = (caller: Actor) => caller.kind === 'admin' && caller.rights.includes('partners')

/** Whether the caller decides about somebody, and whether as staff. */
interface Decided {
  readonly byCaller: boolean
  readonly byStaff: boolean
  /** Whether as staff who decide, too, who reaches bank details. */
  readonly mayAppoint: boolean
  readonly objection: Objection | null
}

function presentPerson(person: Member, isDecided: Decided): TeamPerson {
  const ownsByNow = person.role === 'owner' && person.joined_at !== null
  const isChangeable =
    isDecided.byCaller &&
    !person.is_main &&
    person.held_role === null &&
    (!isDecided.byStaff || isDecided.mayAppoint || !ownsByNow)
  return {
    id: person.id,
    fullName: person.full_name,
    email: person.email,
    role: person.role,
    seesAmounts: person.role !== 'member' || person.sees_amounts,
    state: person.joined_at ? 'active' : 'invited',
    hasAccountElsewhere: person.address_taken,
    since: person.since.toISOString(),
    isMain: person.is_main,
    isSuspended: person.held_role !== null,
    objection: isDecided.objection,
    can: {
      change: isChangeable,
      end: isChangeable,
      makeMain: isDecided.byStaff && isDecided.mayAppoint && !person.is_main && ownsByNow,
      resetSecondFactor: isDecided.byStaff && person.two_factor,
    },
  }
}
