import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  atMost: 'Au plus {count} à la fois',
  mailsOnTheirWay:
    '{reminded, plural, =0 {Aucun e-mail ne part} =1 {Un e-mail est en route} other {{reminded} e-mails sont en route}}{skipped, plural, =0 {} one {. {skipped} laissé de côté : réglé entre-temps, ou rappelé dans l’heure} other {. {skipped} laissés de côté : réglés entre-temps, ou rappelés dans l’heure}}.',
  nobodyReminded: 'Aucun rappel envoyé',
  reminderSent: 'Rappel envoyé',
} satisfies Texts<keyof typeof en>
