import { WithRight } from '#access/web/with-right.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { ListedRule, ListedVersion } from '../api/rules.ts'
import { m } from '../messages/messages.ts'
import { VersionLine, versionSummary, versionText } from './rule-versions.tsx'
import classes from './rules.module.css'
import { scopeText } from './scope-text.ts'

interface RuleRowProps {
  readonly rule: ListedRule
  readonly onChange: () => void
  readonly onEnd: () => void
  readonly onWithdraw: (version: ListedVersion) => void
}

/** A rule: what it pays now and what it will pay, its versions, and what can be done with it. */
export function RuleRow({ rule, onChange, onEnd, onWithdraw }: RuleRowProps) {
  const scope = scopeText(rule)
  const shown = rule.versions.filter(({ state }) => state !== 'past')
  const mayEnd = (rule.partner !== null || rule.offer !== null) && rule.versions[0]?.definition != null
  const withdrawable = rule.versions[0]?.state === 'future' ? rule.versions[0] : null
  return (
    <li className={classes.row} aria-label={scope}>
      <div className={classes.head}>
        <div className={classes.words}>
          <p className={classes.name}>{scope}</p>
          {shown.toReversed().map((version) => (
            <div key={version.version}>
              <p>{versionSummary(version)}</p>
              <SoftText component="p" fz="sm">
                {versionText(version)}
              </SoftText>
            </div>
          ))}
        </div>
        <WithRight right="programme">
          {mayEnd && (
            <RowButton look="danger" aria-label={m.endRule({ scope })} onClick={onEnd}>
              {m.end()}
            </RowButton>
          )}
          <RowButton look="default" aria-label={m.newVersionOf({ scope })} onClick={onChange}>
            {m.newVersion()}
          </RowButton>
        </WithRight>
      </div>
      <details className={classes.history}>
        <summary>{m.showHistory({ count: rule.versions.length })}</summary>
        <ol className={classes.list} aria-label={m.historyOf({ scope })}>
          {rule.versions.map((version) => (
            <VersionLine key={version.version} version={version}>
              {version === withdrawable && (
                <WithRight right="programme">
                  <RowButton
                    look="default"
                    aria-label={m.withdrawVersion({ version: version.version, scope })}
                    onClick={() => onWithdraw(version)}
                  >
                    {m.withdraw()}
                  </RowButton>
                </WithRight>
              )}
            </VersionLine>
          ))}
        </ol>
      </details>
    </li>
  )
}
