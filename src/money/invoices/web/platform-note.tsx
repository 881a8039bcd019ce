import { List } from '@mantine/core'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import classes from './platform-note.module.css'

const platform = <span lang="fr">plateforme agréée</span>

/** Tells staff that the portal transmits no invoices, and what to do with them. Sources: docs/money.md, 'Handing over'. */
export function PlatformNote() {
  return (
    <div className={classes.note}>
      <SoftText>These files are ready for your {platform}; Passerelle is not one and transmits nothing.</SoftText>
      <details className={classes.more}>
        <summary>What has to be transmitted, and since when</summary>
        <List fz="sm" spacing={6} mt={6}>
          <List.Item>Download them as a ZIP, give them to your platform, then mark them as handed over.</List.Item>
          <List.Item>
            Invoices and credit notes between businesses in France go through a {platform}. Since 1 September 2026 every business
            receives them through one, and large and mid-sized ones issue through one; small and very small ones do from 1
            September 2027, which a decree may put off until 1 December (<span lang="fr">loi de finances pour 2024, art. 91</span>
            ).
          </List.Item>
          <List.Item>
            A self-billed invoice (389, its credit note 261) is issued by the customer: your platform transmits it, and the
            partner answers through theirs (AFNOR XP Z12-014).
          </List.Item>
          <List.Item>
            Invoices of partners abroad and receipts of individuals are reported, not transmitted as invoices. Receipts are
            therefore never waiting here; ask your platform what it reports of both.
          </List.Item>
          <List.Item>
            Not verified: that the date by which a self-billed invoice has to be transmitted follows the partner’s size, not
            yours. Ask your accountant or your platform.
          </List.Item>
        </List>
      </details>
    </div>
  )
}

/** The same for a partner. */
export function OwnPlatformNote() {
  return (
    <SoftText mb={8}>
      Passerelle is no {platform} and transmits nothing: whoever pays you gives your invoices to theirs, and this list says when.
    </SoftText>
  )
}
