import * as z from 'zod/mini'
import { partnerRoles, roles } from '#access/domain/actor.ts'
import { staffRoles } from '#access/domain/staff-rights.ts'
import { id, personName } from '#platform/api/shapes.ts'

export const role = z.enum(roles)

/** What somebody is to the partner that they belong to. */
export const partnerRole = z.enum(partnerRoles)

/** A role of staff, which has rights by access/domain/staff-rights.ts. */
export const staffRole = z.enum(staffRoles)

/** A partner, and one of its people. */
export const personParams = z.strictObject({ id, personId: id })

/** Somebody of a partner. `left`: they left it, and it is still a partner. */
export const colleagueName = z.extend(personName, { left: z.optional(z.boolean()) })
