import { describe, expect, test } from 'vitest'
import { greeting, internationalDigits, whatsAppAddress } from './reach-contact.ts'

describe('a phone number for WhatsApp', () => {
  test.each([
    ['06 12 34 56 78', '33612345678'],
    ['+33 (0)6 12 34 56 78', '33612345678'],
    ['0033 6 12 34 56 78', '33612345678'],
    ['+32 470 12 34 56', '32470123456'],
    ['poste 12', null],
    ['612345678', null],
    ['', null],
  ])('%s becomes %s', (phone, digits) => {
    expect(internationalDigits(phone)).toBe(digits)
  })

  test('the text travels with the link, which asks for whom it is where there is no number', () => {
    const text = greeting({ name: 'Léa & Cie', company: 'Chevalier' }, 'Paul')
    expect(whatsAppAddress(text, '06 12 34 56 78')).toBe(`https://wa.me/33612345678?text=${encodeURIComponent(text)}`)
    expect(new URL(whatsAppAddress(text)).searchParams.get('text')).toBe(text)
  })
})
