import { useEffect } from 'react'
import { ApiError } from '../api/client.ts'
import { useT } from '../i18n/index.ts'
import { history } from '../state/session.ts'
import { notify } from './toasts.tsx'

/** Time in milliseconds before the redirect, so that the notification can be read. */
export const REDIRECT_AFTER_MS = 1000

/** Whether a request failed with 404. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** For an unknown id, shows a notification and redirects to the list. Other errors are shown on the page with a retry button. */
export function useMissing(error: unknown, list: string): void {
  const { t } = useT()
  useEffect(() => {
    if (!isMissing(error)) return undefined
    notify({ intent: 'warning', title: t('failure.idMissing') })
    const timer = setTimeout(() => history.replace(list), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [error, list, t])
}
