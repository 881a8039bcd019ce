import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { Me } from '#access/api/session.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { useIdle } from '#platform/web/ui/idle.ts'
import { menuTasksQuery, type ToDo, toDoQuery } from './data.ts'

const none: ToDo['tasks'] = []

/**
 * The addresses of a partner's tasks, for the menu. On the first page they are those that the page has read; elsewhere they are
 * read once the page is there. Messages have a mark of their own.
 */
export function useTaskAddresses({ role }: Pick<Me, 'role'>): readonly string[] {
  const isPartner = role === 'partner'
  const isHome = useLocation().pathname === pagePaths.home
  const idle = useIdle()
  const shown = useQuery({ ...toDoQuery, enabled: false })
  const elsewhere = useQuery({ ...menuTasksQuery, enabled: isPartner && !isHome && idle })
  const tasks = (isHome ? shown.data : (elsewhere.data ?? shown.data))?.tasks ?? none
  return isPartner ? tasks.filter(({ kind }) => kind !== 'message').map(({ where }) => where) : []
}
