import { pagePaths } from '#access/domain/page-paths.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { partnerName } from '#accounts/people/server/queries.ts'
import { readReceiver } from '#communication/notifications/server/queries.ts'
import type { EventHandlers } from '#platform/server/events/event-record.ts'
import { mailMoment } from '#platform/server/mail/mail-dates.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { actText } from '../act-texts.ts'
import { m } from '../messages/messages.ts'
import { type AppointmentRow, answeringStaff, appointments, companyOf, toldOwners } from './queries.ts'

/** Mail to the owners of before with a link to object; of an objection to staff and whom it suspends; and of its answer. */
export const objectionEventHandlers: EventHandlers = {
  'appointment.made': async (event, { tx, config, settings }) => {
    const row = await appointments(tx).where('a.id', '=', event.after.appointmentId).executeTakeFirst()
    if (!row) return []
    const { providerName, contactEmail, timeZone } = settings
    const told = await toldOwners(tx, row.id)
    return told.map(({ noticeId, ...to }) => ({
      kind: 'appointment_notice',
      // Whose address changes reads the mailbox of before.
      to: { ...to, address: to.userId === row.person_id ? (row.old_email ?? to.address) : to.address },
      subject: m.subject({ name: row.full_name }),
      paragraphs: [
        m.helloName({ name: to.name }),
        m.thatOf({ moment: mailMoment(row.made_at, timeZone), company: companyOf(row), act: actOf(row) }),
        `${m.role({ role: partnerRoleLabels[row.role] })} ${m.bankFrom()}`,
        m.objectionClosing({ providerName }),
      ],
      kept: [row.email],
      button: {
        label: m.object(),
        url: `${config.publicUrl}${visitorPaths.objection}?token=${linkToken(config, 'objection', noticeId)}`,
      },
      closing: `${m.linkNote()} ${m.unwantedNote({ contact: contactEmail || providerName })}`,
    }))
  },
  'appointment.objected': async (event, { tx, config, settings }) => {
    const row = await appointments(tx).where('a.id', '=', event.after.appointmentId).executeTakeFirst()
    if (!row) return []
    const { providerName, contactEmail } = settings
    const company = companyOf(row)
    const toStaff = (await answeringStaff(tx)).map((to) => ({
      kind: 'appointment_notice' as const,
      to,
      subject: m.toAnswerSubject({ name: row.full_name, company }),
      paragraphs: [m.helloName({ name: to.name }), m.toAnswerText({ company, act: actOf(row) })],
      kept: [row.email],
      button: { label: m.openPartner(), url: `${config.publicUrl}${pagePaths.partners}/${row.partner_id}` },
    }))
    const to = await readReceiver(tx, row.person_id)
    const toSuspended = {
      kind: 'appointment_notice' as const,
      to,
      subject: m.suspendedSubject(),
      paragraphs: [m.helloName({ name: to.name }), m.suspendedText({ company, providerName })],
      closing: m.unwantedNote({ contact: contactEmail || providerName }),
    }
    return row.held_role ? [...toStaff, toSuspended] : toStaff
  },
  'appointment.answered': async (event, { tx, config, settings }) => {
    const { appointmentId, stays } = event.after
    if (!event.subjectId || !event.partnerId) return []
    const [about, told, company] = await Promise.all([
      readReceiver(tx, event.subjectId),
      toldOwners(tx, appointmentId),
      partnerName(tx, event.partnerId),
    ])
    const text = (stays ? m.staysText : m.takenBackText)({ company, name: about.name })
    const letter = {
      kind: 'appointment_notice',
      closing: m.unwantedNote({ contact: settings.contactEmail || settings.providerName }),
    } as const
    const button = { label: m.signInByLink(), url: `${config.publicUrl}${visitorPaths.signIn}` }
    const toOwners = told.map(({ noticeId: _, ...to }) => ({
      ...letter,
      to,
      subject: m.staysSubject(),
      paragraphs: [m.helloName({ name: to.name }), text],
      button,
    }))
    if (told.some(({ userId }) => userId === about.userId)) return toOwners
    const own = (stays ? m.yourRightsStay : m.yourRightsEnded)({ company })
    return [
      ...toOwners,
      { ...letter, to: about, subject: m.yourRightsSubject(), paragraphs: [m.helloName({ name: about.name }), own], button },
    ]
  },
}

const actOf = ({ act, by, full_name: name, email }: AppointmentRow) => actText(act, { by, name, email })
