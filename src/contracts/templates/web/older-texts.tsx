import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { currentLocale } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import { templatesQuery } from './data.ts'
import classes from './templates.module.css'

/** Beside the commission rules: texts of contracts that were written before and say themselves what is paid. */
export function OlderTexts() {
  const { data } = useQuery(templatesQuery)
  const older = data?.templates.filter(({ olderThanRules }) => olderThanRules) ?? []
  if (older.length === 0) return null
  const names = new Intl.ListFormat(currentLocale()).format(older.map(({ name }) => name))
  return (
    <Alert color="yellow" title={m.olderTexts({ count: older.length, names })} classNames={{ title: classes.alertTitle ?? '' }}>
      <Text fz="sm">{m.olderThanRulesHint()}</Text>
    </Alert>
  )
}
