import { useQuery } from '@tanstack/react-query'
import type { MenuLink } from 'stoa/api-types'
import { badgesQuery } from '../api/desk.ts'
import { useT } from '../i18n/index.ts'
import { usePlugin } from '../state/session.ts'

const MOST = 99

/** Numbers of waiting records by menu entry. */
export function useBadges(): (items: readonly MenuLink[]) => number {
  const { data } = useQuery({ ...badgesQuery, enabled: usePlugin('desk') })
  return (items) => items.reduce((sum, { badge }) => sum + ((badge && data?.[badge]) || 0), 0)
}

/** How many records wait behind a menu entry; nothing when none do. */
export function Badge({ count }: { count: number }) {
  const { t } = useT()
  if (count === 0) return null
  return (
    <span className="badge num">
      <span aria-hidden>{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only">, {t('shell.waiting', { count })}</span>
    </span>
  )
}
