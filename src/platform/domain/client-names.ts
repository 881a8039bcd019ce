/** The client of a lead: a person, and the company if there is one. */
interface Client {
  readonly name: string
  readonly company: string
}

/** What stands for the client where one name does: the company, or else the person. The database has it as `client_name`. */
export const clientName = ({ name, company }: Client): string => company || name

/** 'Paul Bernard — Boulangerie Bernard'; of a person without a company the name alone. */
export const clientLine = ({ name, company }: Client): string => (company === '' ? name : `${name} — ${company}`)

/** 'Paul Bernard, Boulangerie Bernard' */
export const clientListed = ({ name, company }: Client): string => (company === '' ? name : `${name}, ${company}`)

/** 'Paul Bernard (Boulangerie Bernard)', for sentences. */
export const clientInSentence = ({ name, company }: Client): string => (company === '' ? name : `${name} (${company})`)

/** Which form of a sentence speaks of a company: in messages that choose by it. */
export const ofCompany = (company: string) => (company === '' ? 'nobody' : 'company')
