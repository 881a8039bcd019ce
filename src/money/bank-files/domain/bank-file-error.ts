const texts = {
  too_large: 'Le fichier dépasse 20 Mo.',
  encoding: 'L’encodage du fichier n’est pas lisible. Demandez à la banque un fichier en UTF-8.',
  other_kind:
    'Ce fichier est de type {detail}. Demandez à la banque sa réponse en XML : pain.002, camt.052, camt.053 ou camt.054.',
  not_xml: 'Ce fichier n’est pas un fichier XML complet.',
  doctype: 'Le fichier contient une déclaration DOCTYPE : un fichier de banque n’en a pas.',
  too_deep: 'Le fichier imbrique plus de 40 niveaux : ce n’est pas un fichier de banque.',
  not_an_answer: 'Ce n’est pas une réponse de banque : pain.002, camt.052, camt.053 et camt.054 sont lus.',
  incomplete: 'Il manque dans le fichier : {detail}.',
  amount: 'Montant illisible dans le fichier : {detail}.',
  currency: 'Ce relevé est en {detail} : seuls les comptes en euros sont rapprochés.',
  too_complex: 'La lecture de ce fichier demande trop de temps ou de mémoire : ce n’est pas un fichier de banque.',
} as const

export type BankFileErrorCode = keyof typeof texts

/** A bank's file that cannot be read; the message is for the provider's staff. */
export class BankFileError extends Error {
  readonly code: BankFileErrorCode
  /** What the message names in the file. */
  readonly detail: string

  constructor(code: BankFileErrorCode, detail = '', cause?: unknown) {
    super(texts[code].replace('{detail}', detail), { cause })
    this.name = 'BankFileError'
    this.code = code
    this.detail = detail
  }
}
