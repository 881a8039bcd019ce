/**
 * A telephone that a spreadsheet took for a number, made whole: it drops the 0 or the + before it and may add decimals. Without a
 * country a number is a French one. Others stay as they were typed.
 */
export function wholePhone(text: string): string {
  return text
    .replace(/^(\d{6,})[.,]0+$/, '$1')
    .replace(/^[1-9]\d{8}$/, '0$&')
    .replace(/^33[1-9]\d{8}$/, '+$&')
}

/**
 * Whether the telephone tells the client of a lead: where an e-mail or a company is missing, it is compared with that of every
 * lead.
 */
export const isKnownByPhone = ({ email, company }: { readonly email: string; readonly company: string }): boolean =>
  email === '' || company === ''
