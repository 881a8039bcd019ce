import { isKnownByPhone } from '#leads/leads/domain/whole-phone.ts'

/** How the client of a row is known. The database makes keys of company and telephone, which are empty where these are. */
export interface RowContact {
  readonly email: string
  readonly companyKey: string
  readonly phoneKey: string
}

/** Finds rows of one client among the rows of a file, by the rule that leads are compared by. What is empty is not compared. */
export class ContactMemory<T> {
  readonly #byEmail = new Map<string, T>()
  readonly #byCompany = new Map<string, T>()
  readonly #byPhone = new Map<string, T>()
  /** Those whose telephone is compared with that of every row. */
  readonly #knownByPhone = new Map<string, T>()

  earlier(contact: RowContact): T | null {
    const byPhone = isKnownByPhone({ email: contact.email, company: contact.companyKey }) ? this.#byPhone : this.#knownByPhone
    return (
      this.#byEmail.get(contact.email.toLowerCase()) ??
      this.#byCompany.get(contact.companyKey) ??
      byPhone.get(contact.phoneKey) ??
      null
    )
  }

  add(row: T, contact: RowContact): void {
    const { email, companyKey, phoneKey } = contact
    const keep = (rows: Map<string, T>, key: string) => {
      if (key !== '' && !rows.has(key)) rows.set(key, row)
    }
    keep(this.#byEmail, email.toLowerCase())
    keep(this.#byCompany, companyKey)
    keep(this.#byPhone, phoneKey)
    if (isKnownByPhone({ email, company: companyKey })) keep(this.#knownByPhone, phoneKey)
  }
}

/** The same rule for rows of a file that are compared in the database: what a row is known by, and what it asks for. */
export function marksOf({ email, companyKey, phoneKey }: RowContact): { readonly marks: string[]; readonly seeks: string[] } {
  const byPhone = isKnownByPhone({ email, company: companyKey })
  const mark = (kind: string, key: string) => (key === '' ? [] : [`${kind}:${key}`])
  const shared = [...mark('email', email.toLowerCase()), ...mark('company', companyKey)]
  return {
    marks: [...shared, ...mark('phone', phoneKey), ...(byPhone ? mark('phoneAlone', phoneKey) : [])],
    seeks: [...shared, ...mark(byPhone ? 'phone' : 'phoneAlone', phoneKey)],
  }
}
