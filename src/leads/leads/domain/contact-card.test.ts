import { describe, expect, test } from 'vitest'
import { contactInText, readContactCards } from './contact-card.ts'

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')

describe('a contact card', () => {
  test('of an iPhone: groups, preferred entries, escapes, a photo and folded lines', () => {
    const file = card(
      'VERSION:3.0',
      'PRODID:-//Apple Inc.//iPhone OS 18.1//EN',
      'N:Bernard;Paul;;M.;',
      'FN:M. Paul Bernard',
      'ORG:Boulangerie Bernard\\, Père & Fils;Atelier;',
      'item1.EMAIL;type=INTERNET;type=HOME:paul@maison.example',
      'item2.EMAIL;type=INTERNET;type=WORK;type=pref:paul@bernard.example',
      'item2.X-ABLabel:_$!<Work>!$_',
      'TEL;type=WORK;type=FAX:+33 2 40 00 00 01',
      'TEL;type=HOME;type=VOICE:+33 2 40 00 00 02',
      'TEL;type=CELL;type=VOICE;type=pref:+33 6 12 34 56 78',
      'item3.URL;type=pref:https\\://bernard.example/accueil',
      'NOTE:Rencontré au salon.\\nRappeler',
      '  lundi\\; plutôt le matin',
      'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAASABIAAD/4QBMRXhpZgAA',
      ' TU0AKgAAAAgAAYdpAAQAAAABAAAAGgAAAAAAA6ABAAMAAAABAAEAAKACAAQAAAABAAAA',
    )
    expect(readContactCards(file)).toEqual([
      {
        name: 'M. Paul Bernard',
        company: 'Boulangerie Bernard, Père & Fils',
        email: 'paul@bernard.example',
        phone: '+33 6 12 34 56 78',
        website: 'https://bernard.example/accueil',
        notes: 'Rencontré au salon.\nRappeler lundi; plutôt le matin',
      },
    ])
  })

  test('of an Android phone: quoted-printable UTF-8 with soft line breaks, bare types, several in one file', () => {
    const file =
      card(
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=51=75=C3=A9=6D=C3=A9=6E=65=72;=4C=6F=C3=AF=63;;;',
        'TEL;WORK:0240000003',
        'TEL;CELL:0612345679',
        'EMAIL;WORK:loic@quemener.example',
        'ORG;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=56=61=6E=6E=65=72=69=65=20=51=75=C3=A9=6D=C3=A9=6E=',
        '=65=72',
      ) + card('VERSION:2.1', 'FN:Anne Le Goff', 'TEL;CELL;PREF:0698765432')
    expect(readContactCards(file)).toMatchObject([
      { name: 'Loïc Quéméner', company: 'Vannerie Quéméner', email: 'loic@quemener.example', phone: '0612345679' },
      { name: 'Anne Le Goff', company: '', phone: '0698765432' },
    ])
  })

  test('of Outlook: Windows-1252 in quoted-printable, and a card within the card', () => {
    const file = card(
      'VERSION:2.1',
      'N;LANGUAGE=fr;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:Lef=E8vre;Ana=EFs',
      'FN;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:Ana=EFs Lef=E8vre',
      'ORG;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:L=92Atelier du C=9Cur;Direction',
      'TEL;WORK;VOICE:+33 (2) 40 00 00 04',
      'EMAIL;PREF;INTERNET:anais@atelier.example',
      'AGENT:',
      'BEGIN:VCARD',
      'FN:Secrétariat',
      'EMAIL:secretariat@atelier.example',
      'END:VCARD',
      'REV:20261120T101500Z',
    )
    expect(readContactCards(file)).toMatchObject([
      { name: 'Anaïs Lefèvre', company: 'L’Atelier du Cœur', phone: '+33 (2) 40 00 00 04', email: 'anais@atelier.example' },
    ])
  })

  test('of version 4.0: addresses of numbers, preferences by number, quoted parameters', () => {
    const file = card(
      'VERSION:4.0',
      'N:Martin;Zoé;Inès;;',
      'TEL;VALUE=uri;PREF=2;TYPE="voice,work":tel:+33-2-40-00-00-05;ext=12',
      'TEL;VALUE=uri;PREF=1;TYPE="voice,cell":tel:+33-6-00-00-00-06',
      'EMAIL;X-LABEL="Bureau : Nantes":mailto:zoe@martin.example',
    ).replaceAll('\r\n', '\n')
    expect(readContactCards(file)).toMatchObject([
      { name: 'Zoé Inès Martin', phone: '+33-6-00-00-00-06', email: 'zoe@martin.example', website: '' },
    ])
  })

  test('what is no card has no contact', () => {
    for (const text of ['', 'Paul Bernard', card('VERSION:3.0', 'NOTE:seul'), '<html>'])
      expect(readContactCards(text)).toEqual([])
    expect(readContactCards('BEGIN:VCARD\nFN:Coupée')).toMatchObject([{ name: 'Coupée' }])
  })

  test('in a shared text its address and number are found, and the text stays as a note', () => {
    const text = 'Paul Bernard (paul@bernard.example), 06 12 34 56 78. https://bernard.example'
    expect(contactInText({ title: 'À rappeler', text, url: '' })).toEqual({
      name: '',
      company: '',
      email: 'paul@bernard.example',
      phone: '06 12 34 56 78',
      website: 'https://bernard.example',
      notes: `À rappeler\n${text}`,
    })
  })
})
