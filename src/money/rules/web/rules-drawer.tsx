import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ListDialog } from '#platform/web/app/forms/list-dialog.tsx'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { ListedRule, ListedVersion, RuleList } from '../api/rules.ts'
import { m } from '../messages/messages.ts'
import { rulesQuery, withdrawRule } from './data.ts'
import { RulePanel, rulePanelDraft } from './rule-panel.tsx'
import { RuleRow } from './rule-row.tsx'
import classes from './rules.module.css'
import { scopeText } from './scope-text.ts'

/** The rule that gets a version: its id, or null for a scope without one. */
interface Edited {
  readonly id: string | null
  /** The version ends the rule. */
  readonly ends?: boolean
}

/** The commission rules by what they are for; a version is written in the place of the list. */
export default function RulesDrawer({ above, onClose }: Omit<ListProps, 'onEdit'>) {
  const query = useQuery({ ...rulesQuery, staleTime: 0 })
  const [edited, setEdited] = useKeptOpen<Edited>('ruleVersion', ({ id, ends }) => rulePanelDraft(id, ends))
  const list = query.data
  const rule = list?.rules.find(({ id }) => id === edited?.id) ?? null
  if (edited && list && (rule || edited.id === null)) {
    return <RulePanel key={edited.id} rule={rule} ends={edited.ends === true} list={list} onClose={() => setEdited(null)} />
  }
  return <List above={above} onEdit={setEdited} onClose={onClose} />
}

const parts = [
  { key: 'programme', title: m.ofProgramme, holds: ({ partner, offer }: ListedRule) => !partner && !offer },
  { key: 'offers', title: m.ofOffers, holds: ({ partner, offer }: ListedRule) => !partner && offer !== null },
  { key: 'partners', title: m.ofPartners, holds: ({ partner }: ListedRule) => partner !== null },
] as const

interface ListProps {
  /** What is said above the rules. */
  readonly above: ReactNode
  readonly onEdit: (edited: Edited) => void
  readonly onClose: () => void
}

function List({ above, onEdit, onClose }: ListProps) {
  const query = useQuery(rulesQuery)
  return (
    <ListDialog
      title={m.rules()}
      intro={m.rulesLead()}
      right="programme"
      addLabel={m.newRuleButton()}
      onAdd={() => onEdit({ id: null })}
      onClose={onClose}
    >
      {() => (
        <QueryBoundary query={query}>
          {(list) => (
            <>
              {above}
              <RuleParts list={list} onEdit={onEdit} />
            </>
          )}
        </QueryBoundary>
      )}
    </ListDialog>
  )
}

function RuleParts({ list, onEdit }: { readonly list: RuleList; readonly onEdit: (edited: Edited) => void }) {
  const [pending, setPending] = useState<{ readonly rule: ListedRule; readonly version: ListedVersion } | null>(null)
  return (
    <>
      {parts.map(({ key, title, holds }) => {
        const rules = list.rules.filter((rule) => rule.versions.length > 0 && holds(rule))
        if (rules.length === 0) return null
        return (
          <section key={key} aria-labelledby={`rules-${key}`}>
            <h3 id={`rules-${key}`} className={classes.part}>
              {title()}
            </h3>
            <ul className={classes.list}>
              {rules.map((rule) => (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  onChange={() => onEdit({ id: rule.id })}
                  onEnd={() => onEdit({ id: rule.id, ends: true })}
                  onWithdraw={(version) => setPending({ rule, version })}
                />
              ))}
            </ul>
          </section>
        )
      })}
      <ConfirmDialog
        opened={pending !== null}
        title={m.withdrawQuestion()}
        text={pending ? m.withdrawText({ version: pending.version.version, scope: scopeText(pending.rule) }) : ''}
        action={m.withdraw()}
        danger
        onClose={() => setPending(null)}
        onConfirm={async () => {
          if (!pending) return
          await withdrawRule(pending.rule.id, pending.version.version)
          toastSuccess(m.withdrawn(), scopeText(pending.rule))
        }}
      />
    </>
  )
}
