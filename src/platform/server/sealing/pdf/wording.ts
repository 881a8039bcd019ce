import type { SessionMethod } from '#platform/domain/session-methods.ts'
import type { EventOrigin, Evidence, SealLevel, SignRoute } from '../sealing.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Formats date and time in UTC, independent of the system locale. */
export function utcTime(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const day = `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`
  return `${day} à ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} UTC`
}

export function fileSize(bytes: number): string {
  return `${String(bytes).replace(/\B(?=(\d{3})+$)/g, '\u00a0')} octets`
}

const sessionWords: Readonly<Record<SessionMethod, string>> = {
  password: 'session ouverte par mot de passe',
  password_totp: 'session ouverte par mot de passe et code d’authentification',
  password_recovery: 'session ouverte par mot de passe et code de secours',
}

/** IP address and sign-in method of a step. The user agent is printed once with the signer. */
export function originLabel({ address, method }: EventOrigin): string {
  return method ? `${address}, ${sessionWords[method]}` : address
}

/** Acceptance by the mail server with its response; no claim about receipt. */
export function handoverMessage({ handedOverAt, response, messageId }: NonNullable<Evidence['authentication']['mail']>): string {
  const answer = response ? `, qui a répondu « ${response} »` : ''
  const reference = messageId ? `\nMessage-ID ${messageId}` : ''
  return `E-mail pris en charge par le serveur de messagerie le ${utcTime(handedOverAt ?? '')}${answer}${reference}`
}

/** Legal notice: only what can be claimed. */
export function statementOf(facts: { provider: string; level: SealLevel; own: boolean; timestampMissing: boolean }): string {
  const time =
    facts.level === 'B-T'
      ? 'L’heure du cachet est attestée par un service d’horodatage (RFC 3161).'
      : facts.timestampMissing
        ? 'Le service d’horodatage n’a pas répondu : l’heure est celle du serveur du portail.'
        : 'L’heure est celle du serveur du portail.'
  const trust = facts.own
    ? []
    : [
        'Le certificat du cachet a été émis par le portail lui-même : un lecteur PDF affiche « validité ' +
          'inconnue » tant que son autorité n’y est pas approuvée.',
      ]
  return [
    'Signature électronique simple au sens du règlement (UE) nº 910/2014 (eIDAS), articles 3(10) et ' +
      '25(1), placée sous le cachet électronique de l’organisation',
    `${facts.provider}. Elle n’est ni avancée ni qualifiée.`,
    `Cachet PAdES de niveau ${facts.level}.`,
    time,
    ...trust,
  ].join(' ')
}

/** Subject of the certificate: the preceding pages, the attached file, or a URL. */
export function subjectOf(route: SignRoute, document: Evidence['document'], pages: number | null): string {
  switch (route) {
    case 'A': {
      const before = pages === 1 ? 'la page qui précède' : `les ${pages} pages qui précèdent`
      return (
        `Ce certificat complète le document signé : ${before}. Les octets du document d’origine ouvrent ` +
        'ce fichier, inchangés.'
      )
    }
    case 'B':
      return `Le document signé est joint à ce certificat, à l’octet près, sous le nom « ${document.fileName ?? ''} ».`
    case 'link':
      return (
        'Contenu non détenu par le portail. Ce certificat atteste un accord donné sur le document que ' +
        'désigne le lien ci-dessous, et non ce que le lien affichait.'
      )
  }
}
