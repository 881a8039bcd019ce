/** The client of a lead: a person, and the company if there is one. */
interface Client {
  readonly name: string
  readonly company: string
}

/** What stands for the client where one name does: the company, or else the person. The database has it as `client_name`. */
export const clientName = ({ name, company }: Client): string => company || name

/** The company that is said beside the person: none where it has the person's own name, which would stand there twice. */
export const companyBeside = ({ name, company }: Client): string => (company === name ? '' : company)

/** The person with what stands for their company; the name alone where there is none. */
const together = (client: Client, withCompany: (company: string) => string): string => {
  const company = companyBeside(client)
  return company === '' ? client.name : withCompany(company)
}

/** 'Paul Bernard — Boulangerie Bernard'; of a person without a company the name alone. */
export const clientLine = (client: Client): string => together(client, (company) => `${client.name} — ${company}`)

/** 'Paul Bernard, Boulangerie Bernard' */
export const clientListed = (client: Client): string => together(client, (company) => `${client.name}, ${company}`)

/** 'Paul Bernard (Boulangerie Bernard)', for sentences. */
export const clientInSentence = (client: Client): string => together(client, (company) => `${client.name} (${company})`)

/** Which form of a sentence speaks of a company: in messages that choose by it. */
export const ofCompany = (company: string) => (company === '' ? 'nobody' : 'company')

/** Names in mails to clients are cut here: a longer one could smuggle a message into a mail of the provider. */
const maxName = 60
export const shortName = (name: string) => (name.length > maxName ? `${name.slice(0, maxName).trimEnd()}…` : name)
