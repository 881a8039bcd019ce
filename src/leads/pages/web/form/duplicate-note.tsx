import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { nameOf } from '#accounts/people/domain.ts'
import { clientLine } from '#leads/domain/client-names.ts'
import { type Lead, leadRules } from '#leads/leads/api/leads.ts'
import type { LeadField } from '#leads/leads/domain/lead-fields.ts'
import { isKnownByPhone } from '#leads/leads/domain/whole-phone.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { m } from '../../messages/messages.ts'
import { duplicateQuery } from '../data.ts'
import classes from '../leads.module.css'

const debounceMs = 350

interface Contact {
  readonly email: string
  readonly company: string
  readonly phone: string
  /** The lead that is edited: its own e-mail, company and telephone are not looked up. */
  readonly edited: Lead | null
}

interface ContactAnswer {
  readonly field: 'email' | 'company' | 'phone'
  readonly text: string
  readonly isFree?: true
}

/** Whether the contact that is typed is already a lead, and which field says so. */
export function useKnownContact({ email, company, phone, edited }: Contact): ContactAnswer | null {
  const isStaff = useMe().role === 'admin'
  const typedEmail = email.trim().toLowerCase()
  const typedCompany = company.trim()
  const emailChanged = typedEmail !== edited?.email.toLowerCase() && z.safeParse(leadRules.email, typedEmail).success
  const companyChanged = typedCompany !== edited?.company && z.safeParse(leadRules.company, typedCompany).success
  const [queriedEmail] = useDebouncedValue(emailChanged ? typedEmail : '', debounceMs)
  const [queriedCompany] = useDebouncedValue(companyChanged ? typedCompany : '', debounceMs)
  const phoneChanged = phone.trim() !== edited?.phone && /(?:\d\D*){6}/.test(phone)
  // The telephone tells a client who has no e-mail or no company.
  const [queriedPhone] = useDebouncedValue(phoneChanged && isKnownByPhone({ email, company }) ? phone.trim() : '', debounceMs)
  // Its line is kept free as soon as somebody types: one that came in with the answer would move the form under a click.
  const typedField = companyChanged ? 'company' : emailChanged ? 'email' : null
  const { data, fetchStatus } = useQuery(
    duplicateQuery({ email: queriedEmail, company: queriedCompany, phone: queriedPhone }, edited?.id),
  )
  const askedField = queriedCompany ? 'company' : queriedEmail ? 'email' : 'phone'
  if (fetchStatus === 'paused') return { field: askedField, text: m.checkedWhenSent() }
  if (!data) return isStaff || edited || !typedField ? null : { field: typedField, text: '', isFree: true }
  // The answer that a partner waits for; staff read only what is in the way.
  if (!data.field) return isStaff || edited ? null : { field: askedField, text: m.contactIsFree(), isFree: true }
  if (!data.exists) return { field: data.field, text: m.contactToCheck() }
  const { lead } = data
  const leadName = lead ? clientLine(lead) : ''
  const text = isStaff && lead ? `${m.alreadyFollowed()} ${leadName} (${nameOf(lead.partner)})` : m.contactIsFollowed()
  return { field: data.field, text: lead && !isStaff ? m.contactIsYourLead({ lead: leadName }) : text }
}

interface DuplicateNoteProps {
  readonly field: LeadField
  readonly duplicate: ContactAnswer | null
}

/** Says below its field whether the contact is free while somebody types. Not an error: the form can be sent. */
export function DuplicateNote({ field, duplicate }: DuplicateNoteProps) {
  return (
    <div role="status" className={classes.status}>
      {duplicate?.field === field && (
        <p className={classes.note} data-free={duplicate.isFree || undefined}>
          {duplicate.text}
        </p>
      )}
    </div>
  )
}
