import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { staffRoles } from '#access/domain/staff-rights.ts'
import { oneLine } from '#platform/domain/typed-text.ts'

/** `label` as the operator knows the argument. */
const text = (label: string, max: number) =>
  z
    .string(`${label} is missing.`)
    .check(
      z.overwrite(oneLine),
      z.minLength(1, `${label} is empty.`),
      z.maxLength(max, `${label} has more than ${max} characters.`),
    )

const email = z
  .string('The e-mail address is missing.')
  .check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'This is no e-mail address.'))

const roles = ['partner', ...staffRoles] as const

/** A request of the operator, as a command sends it to the running portal. */
export const operatorRequest = z.discriminatedUnion('command', [
  z.object({ command: z.literal('users') }),
  z.object({ command: z.literal('create-admin'), email, name: text('--name', 200) }),
  z.object({ command: z.literal('reset-link'), email, send: z.boolean() }),
  z.object({ command: z.literal('reset-second-factor'), email, reason: text('--reason', 500) }),
  z.object({ command: z.literal('end-sessions'), email }),
  z.object({
    command: z.literal('role'),
    email,
    role: z.enum(roles, { error: `The role should be one of ${roles.join(', ')}.` }),
  }),
  z.object({
    command: z.literal('unlock'),
    email,
    address: z.nullable(z.string().check(z.refine((address) => isIP(address) !== 0, '--address should be an IP address.'))),
  }),
  z.object({ command: z.literal('test-mail'), email }),
  z.object({ command: z.literal('repair-leads') }),
  z.object({ command: z.literal('people'), 'dry-run': z.boolean() }),
  z.object({
    command: z.literal('maintenance'),
    state: z.enum(['on', 'off'], { error: 'It should be maintenance on or maintenance off.' }),
    message: z.optional(text('--message', 500)),
  }),
])
export type OperatorRequest = z.output<typeof operatorRequest>

/** The answer: lines for a terminal, and the same as data. */
export const operatorAnswer = z.object({ lines: z.array(z.string()), data: z.unknown() })
export type OperatorAnswer = z.output<typeof operatorAnswer>
