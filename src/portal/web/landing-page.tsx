import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Settings } from '#access/api/identity.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { programmeRulesQuery } from '#money/tiers/web/programme-rules.ts'
import { RuleLine } from '#money/tiers/web/rule-line.tsx'
import { TierMark } from '#money/tiers/web/tier-mark.tsx'
import { formatPercent, quotedPercentText } from '#platform/domain/money.ts'
import { foreignLanguage, nameIn } from '#platform/domain/names.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { Brand } from '#platform/web/ui/page/brand.tsx'
import { LanguageLinks } from '#platform/web/ui/page/language-links.tsx'
import { LegalLinks } from '#platform/web/ui/page/legal-links.tsx'
import { m } from '../messages/messages.ts'
import classes from './landing-page.module.css'

/** The specified figures ('15-35%', '5'), derived from the current tiers. */
function figuresOf({ tiers, lowestRate, highestRate }: Settings['commission']) {
  const [lowest, highest] = [lowestRate ?? 0, highestRate ?? 0]
  const range = lowest === highest ? '' : `${formatPercent(lowest)}-`
  return [
    [`${range}${quotedPercentText(highest)}`, m.figureCommission(), m.figureCommission.lang],
    [String(tiers), m.figureTiers(), m.figureTiers.lang],
    ['∞', m.infinitePotential(), m.infinitePotential.lang],
  ] as const
}

/** Where nothing is paid by tiers: in one line what the programme's rules pay. */
function ProgrammeRules() {
  const { data } = useQuery(programmeRulesQuery)
  if (!data?.definitions.length) return null
  return (
    <p className={classes.rule}>
      <span lang={m.figureCommission.lang} className={classes.ruleLabel}>
        {m.figureCommission()}
      </span>{' '}
      <RuleLine rules={data.definitions.map((definition) => ({ definition }))} />
    </p>
  )
}

/** Landing page with the provider's identity and sign-in. */
export function Component() {
  const settings = useSettings()
  const tagline = { name: settings.tagline, names: settings.taglines }
  useEffect(() => {
    document.title = m.partnerSpace({ providerName: settings.providerName })
  }, [settings.providerName])
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Brand settings={settings} />
        <LanguageLinks />
      </header>
      <main className={classes.main}>
        <p className={classes.kicker}>{m.byInvitation()}</p>
        <h1 className={classes.title}>{m.partnerSpace({ providerName: settings.providerName })}</h1>
        <p className={classes.tagline} lang={foreignLanguage(tagline) ?? undefined}>
          {nameIn(tagline)}
        </p>
        <Button lang={m.enterSpace.lang} component={Link} to={visitorPaths.signIn} size="lg">
          {m.enterSpace()}
        </Button>
        <p className={classes.note}>{m.forInvitedOnly()}</p>
        {!settings.commission.byTiers ? (
          <ProgrammeRules />
        ) : (
          <dl className={classes.figures}>
            {figuresOf(settings.commission).map(([value, label, lang]) => (
              <div key={label} className={classes.figure}>
                <dt lang={lang}>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {settings.commission.byTiers && (
          <div className={classes.marks} data-many={settings.commission.tiers > 5 || undefined} aria-hidden="true">
            {Array.from({ length: settings.commission.tiers }, (_, index) => index + 1).map((order) => (
              <TierMark key={order} order={order} size={44} />
            ))}
          </div>
        )}
      </main>
      <footer className={classes.foot}>
        <span>
          {[settings.providerName, settings.legalIdentity, settings.address, settings.contactEmail].filter(Boolean).join(' · ')}
        </span>
        <Link to={visitorPaths.verify}>{m.verifySignedDocument()}</Link>
      </footer>
      <LegalLinks settings={settings} />
    </div>
  )
}
