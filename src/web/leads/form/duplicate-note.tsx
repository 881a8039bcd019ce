import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Lead } from '#api/leads.ts'
import { leadFields } from '#api/leads.ts'
import { nameOf } from '#domain/partners.ts'
import { knownLeadQuery } from '../data.ts'
import classes from '../leads.module.css'

const pauseMs = 350

interface KnownLeadNoteProps {
  readonly email: string
  readonly company: string
  /** The lead that is edited: only what differs from it is asked about. */
  readonly edited?: Lead | null
  /** What staff read before the other lead's name. */
  readonly already?: string
}

/** Says while typing that a contact is followed: no fault, the form can be sent. Staff read by whom. */
export function KnownLeadNote({ email, company, edited, already = 'Déjà suivi :' }: KnownLeadNoteProps) {
  const address = email.trim().toLowerCase()
  const firm = company.trim()
  const asksEmail = address !== edited?.email.toLowerCase() && z.safeParse(leadFields.email, address).success
  const asksCompany = firm !== edited?.company && z.safeParse(leadFields.company, firm).success
  const [askedEmail] = useDebouncedValue(asksEmail ? address : '', pauseMs)
  const [askedCompany] = useDebouncedValue(asksCompany ? firm : '', pauseMs)
  const { data } = useQuery(knownLeadQuery(askedEmail, askedCompany, edited?.id))
  const other = data?.lead
  return (
    <div role="status" className={classes.status}>
      {data?.known && (
        <p className={classes.note}>
          {other ? `${already} ${other.name} — ${other.company} (${nameOf(other.partner)})` : 'Ce contact est déjà suivi'}
        </p>
      )}
    </div>
  )
}
