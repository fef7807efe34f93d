import { useEffect } from 'react'
import { ApiError } from '../api/client.ts'
import { useT } from '../i18n/index.ts'
import { history } from '../state/session.ts'
import { notify } from './toasts.tsx'

/** How long a notice stands before the page it speaks of is left. */
export const REDIRECT_AFTER_MS = 1000

/** Whether a call failed because there is no such row. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** An unknown id is told, then the list is shown. Another failure stands on the page, where it can be tried again. */
export function useMissing(error: unknown, list: string): void {
  const { t } = useT()
  useEffect(() => {
    if (!isMissing(error)) return undefined
    notify({ intent: 'warning', title: t('failure.idMissing') })
    const timer = setTimeout(() => history.replace(list), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [error, list, t])
}
