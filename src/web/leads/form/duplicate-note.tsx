import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Lead } from '#api/leads.ts'
import { leadRules } from '#api/leads.ts'
import { nameOf } from '#domain/partners.ts'
import { duplicateQuery } from '../data.ts'
import classes from '../leads.module.css'

const debounceMs = 350

interface DuplicateNoteProps {
  readonly email: string
  readonly company: string
  /** The lead that is edited: its own e-mail and company are not looked up. */
  readonly edited: Lead | null
  /** Precedes the other lead, which only administrators are told. */
  readonly alreadyFollowed: string
}

/** Warns while typing that the contact is already a lead. Not an error: the form can be sent. */
export function DuplicateNote({ email, company, edited, alreadyFollowed }: DuplicateNoteProps) {
  const typedEmail = email.trim().toLowerCase()
  const typedCompany = company.trim()
  const emailChanged = typedEmail !== edited?.email.toLowerCase() && z.safeParse(leadRules.email, typedEmail).success
  const companyChanged = typedCompany !== edited?.company && z.safeParse(leadRules.company, typedCompany).success
  const [queriedEmail] = useDebouncedValue(emailChanged ? typedEmail : '', debounceMs)
  const [queriedCompany] = useDebouncedValue(companyChanged ? typedCompany : '', debounceMs)
  const { data } = useQuery(duplicateQuery(queriedEmail, queriedCompany, edited?.id))
  const other = data?.lead
  return (
    <div role="status" className={classes.status}>
      {data?.state === 'check' && <p className={classes.note}>À vérifier : cette société est peut-être déjà suivie</p>}
      {data?.exists && (
        <p className={classes.note}>
          {other ? `${alreadyFollowed} ${other.name} — ${other.company} (${nameOf(other.partner)})` : 'Ce contact est déjà suivi'}
        </p>
      )}
    </div>
  )
}
