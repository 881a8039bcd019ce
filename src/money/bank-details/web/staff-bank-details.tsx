import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import { type NamedPerson, nameOf } from '#accounts/people/domain.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { bankText, maxBankName } from '#money/bank-files/domain/bank-text.ts'
import { IdentityProof } from '#platform/web/app/forms/identity-proof.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { dayText, longDate } from '#platform/web/ui/dates.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { StaffBankDetails as Details } from '../api.ts'
import { bankDetailLabels } from '../domain/bank-details.ts'
import { m } from '../messages/messages.ts'
import { BankDetailsBadges } from './bank-details-badges.tsx'
import { countryName } from './country-names.ts'
import { bankDetailsQuery, revealIban } from './data.ts'
import { groupedIban } from './grouped-iban.ts'
import { payeeWords } from './payee-words.ts'
import classes from './staff-bank-details.module.css'

/** '3 rue du Port, 44000 Nantes, France' */
function postalAddress({ buildingNumber, street, postcode, town, postalCountry }: Details): string {
  const country = postalCountry && countryName(postalCountry)
  return [`${buildingNumber} ${street}`.trim(), `${postcode} ${town}`.trim(), country].filter(Boolean).join(', ')
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Lines({ details }: { readonly details: Details }) {
  const { state, heldUntil, sharedWith, reveals, accountHolder, refusal, payee } = details
  const asSent = bankText(accountHolder, maxBankName)
  return (
    <>
      <div className={classes.badges}>
        {state === 'complete' && <Text fz="sm">{bankDetailLabels.complete}</Text>}
        <BankDetailsBadges details={details} />
      </div>
      <dl className={classes.lines}>
        <Line label="IBAN">
          <RevealIban partnerId={details.partnerId} masked={details.maskedIban} />
        </Line>
        {refusal && <Line label={m.refused()}>{m.refusedBecause({ day: dayText(refusal.on), reason: refusal.reason })}</Line>}
        {payee && <Line label={m.bankOnHolder()}>{payeeWords(payee.match, payee.bankName)}</Line>}
        {heldUntil && <Line label={m.paymentsStart()}>{longDate(heldUntil)}</Line>}
        {sharedWith.length > 0 && (
          <Line label={m.sameIban()}>
            {sharedWith.map((partner, index) => (
              <Fragment key={partner.id}>
                {index > 0 && ', '}
                <PartnerLink partner={partner} clamped={false} />
              </Fragment>
            ))}
          </Line>
        )}
        <Line label={m.accountHolder()}>
          {accountHolder || m.notGiven()}
          {asSent !== accountHolder && <SoftText fz="xs">{m.banksRead({ name: asSent })}</SoftText>}
        </Line>
        <Line label={m.holderAddress()}>{postalAddress(details) || m.notGiven()}</Line>
        <Line label={m.company()}>{details.company}</Line>
        <Line label={m.address()}>{details.address}</Line>
        <Line label={m.country()}>{details.country}</Line>
        <Line label={m.ibanSince()}>{longDate(details.ibanChangedAt)}</Line>
        {reveals.length > 0 && (
          <Line label={m.revealed()}>
            {reveals.map(({ by, at }) => (
              <p key={at}>{m.revealedBy({ day: longDate(at), name: nameOf(by) })}</p>
            ))}
          </Line>
        )}
      </dl>
    </>
  )
}

/** A partner's bank details, for staff. */
export function StaffBankDetails({ person, onClose }: { readonly person: NamedPerson; readonly onClose: () => void }) {
  const query = useQuery(bankDetailsQuery(person.id))
  return (
    <Dialog onClose={onClose} title={m.detailsOf({ fullName: person.fullName })}>
      <QueryBoundary query={query} rows={4}>
        {(details) => <Lines details={details} />}
      </QueryBoundary>
    </Dialog>
  )
}

/** The IBAN stays visible long enough to copy it into the bank's page. */
const shownSeconds = 60

/** The masked IBAN; the whole one for a minute, for the password or the second factor. */
function RevealIban({ partnerId, masked }: { readonly partnerId: string; readonly masked: string | null }) {
  const { twoFactorEnabled } = useMe()
  const [isAsking, setAsking] = useState(false)
  const [iban, setIban] = useState<string | null>(null)
  useEffect(() => {
    if (iban === null) return undefined
    const timer = setTimeout(() => setIban(null), shownSeconds * 1000)
    return () => clearTimeout(timer)
  }, [iban])
  if (masked === null) return m.unreadableForStaff()
  if (iban !== null) {
    return (
      <div role="status">
        <strong className="figure">{groupedIban(iban)}</strong>
        <SoftText fz="xs">{m.shownFor({ seconds: shownSeconds })}</SoftText>
      </div>
    )
  }
  if (isAsking) {
    return (
      <IdentityProof
        by={twoFactorEnabled ? 'code' : 'password'}
        action={m.reveal()}
        errorTitle={m.error()}
        onClose={() => setAsking(false)}
        onConfirm={async (proof) => {
          setIban(await revealIban(partnerId, proof))
          setAsking(false)
        }}
      >
        <Text fz="sm">{m.revealRecorded()}</Text>
      </IdentityProof>
    )
  }
  return (
    <div className={classes.iban}>
      <span className="figure">{masked}</span>
      <WithRight right="bank_details">
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {m.reveal()}
        </Button>
      </WithRight>
    </div>
  )
}
