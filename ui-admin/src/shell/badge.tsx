import { useQuery } from '@tanstack/react-query'
import type { MenuLink } from 'stoa/api-types'
import { badgesQuery } from '../api/queues.ts'
import { useT } from '../i18n/index.ts'
import { usePlugin } from '../state/session.ts'

const MOST = 99

/** Returns the number of waiting records of menu entries. */
export function useBadges(): (items: readonly MenuLink[]) => number {
  const { data } = useQuery({ ...badgesQuery, enabled: usePlugin('desk') })
  return (items) => items.reduce((sum, { badge }) => sum + ((badge && data?.[badge]) || 0), 0)
}

/** Badge with the number of waiting records; nothing for zero. */
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
