import { Spinner } from '@blueprintjs/core'
import { Key } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ApiError, Empty, notify, redirect, useSession } from 'stoa/admin'
import { SETTINGS } from './paths.ts'
import { userQuery } from './queries.ts'
import { useMessages } from './messages.ts'

/** Whether a call failed because ClickUp does not accept the token. */
export const isTokenInvalid = (error: unknown): boolean => error instanceof ApiError && error.code === 'CLICKUP_TOKEN_INVALID'

const useMaySeeSettings = (): boolean => useSession().me.role.permission_list.includes('get configuration')

/**
 * Reports an invalid token, and leads those who may see the settings to them. Returns whether the error is one.
 * @param error of any call; null without one
 */
export function useTokenNotice(error: unknown): boolean {
  const say = useMessages()
  const maySeeSettings = useMaySeeSettings()
  const isInvalid = isTokenInvalid(error)
  useEffect(() => {
    if (!isInvalid) return
    notify({ intent: 'warning', title: say('tokenInvalid'), lines: [say('tokenInvalidText')] })
    if (maySeeSettings) redirect(SETTINGS)
  }, [isInvalid, maySeeSettings, say])
  return isInvalid
}

/**
 * Shows a screen after the token was verified. While ClickUp cannot be reached the screen is shown too, because the lists that were
 * read last are stored.
 */
export function TokenGuard({ children }: { children: ReactNode }) {
  const say = useMessages()
  // What an earlier screen was told does not count: the token can be revoked at any time.
  const { error, isFetchedAfterMount } = useQuery(userQuery)
  const isInvalid = useTokenNotice(isFetchedAfterMount ? error : null)
  const maySeeSettings = useMaySeeSettings()
  if (isInvalid && maySeeSettings) return null
  if (isInvalid)
    return (
      <Empty icon={<Key size={40} aria-hidden />} title={say('notConnected')}>
        {say('askAdministrator')}
      </Empty>
    )
  if (!isFetchedAfterMount) return <Spinner aria-label={say('loading')} />
  return children
}
