import { describe, expect, test } from 'vitest'
import { contactsInFile } from './shared-contact.ts'

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')
const contacts = (...bytes: (string | Uint8Array<ArrayBuffer>)[]) => contactsInFile(new Blob(bytes))

describe('the contact of a vCard file', () => {
  test('keeps a letter of quoted-printable text that a line break and a fold cut in two', async () => {
    const split = [
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=46=6F=72=C3=',
      ' =AA=74;=C3=89=6C=69=73=65',
      'EMAIL:elise@noel-a.example',
    ]
    expect(await contacts(card(...split))).toMatchObject([{ name: 'Élise Forêt' }])
    const plainer = split.map((line) => line.replace('CHARSET=UTF-8;', ''))
    expect(await contacts(card(...plainer))).toMatchObject([{ name: 'Élise Forêt' }])
  })

  test('keeps a space that begins a line of quoted-printable text', async () => {
    const file = card('VERSION:2.1', 'FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF8:Zo=C3=A9=', ' Roux')
    expect(await contacts(file)).toMatchObject([{ name: 'Zoé Roux' }])
  })

  test('keeps a letter of UTF-8 whose bytes a fold has divided', async () => {
    const [before = '', after = ''] = card('VERSION:3.0', 'N:Forêt;Élise;;;', 'ORG:Boulangerie No|l').split('|')
    for (const fold of ['\r\n ', '\n\t']) {
      const letter = [Uint8Array.of(0xc3), fold, Uint8Array.of(0xab)]
      expect(await contacts(before, ...letter, after)).toMatchObject([{ name: 'Élise Forêt', company: 'Boulangerie Noël' }])
    }
  })

  test('one byte of Latin-1 spoils no other letter', async () => {
    const [before = '', after = ''] = card('VERSION:3.0', 'FN:Élise Forêt', 'NOTE:Caf|').split('|')
    expect(await contacts(before, Uint8Array.of(0xe9), after)).toMatchObject([{ name: 'Élise Forêt' }])
    const western = Uint8Array.from(card('VERSION:2.1', 'FN:Élise Forêt'), (char) => char.charCodeAt(0))
    expect(await contacts(western)).toMatchObject([{ name: 'Élise Forêt' }])
  })

  test('has the first name that its formatted name leaves out', async () => {
    expect(await contacts(card('VERSION:3.0', 'FN:Forêt', 'N:Forêt;Élise;;;'))).toMatchObject([{ name: 'Élise Forêt' }])
    expect(await contacts(card('VERSION:3.0', 'FN:Élise', 'N:Forêt;Élise;;;'))).toMatchObject([{ name: 'Élise Forêt' }])
    expect(await contacts(card('VERSION:3.0', 'FN:Dr Bob Roux', 'N:Roux;Robert;;;'))).toMatchObject([{ name: 'Dr Bob Roux' }])
    expect(await contacts(card('VERSION:3.0', 'FN:Forge Roux', 'N:;;;;'))).toMatchObject([{ name: 'Forge Roux' }])
  })
})
