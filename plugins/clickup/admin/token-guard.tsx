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

/** For how long further refusals are not reported: the calls of a screen are refused at once. */
const QUIET_MS = 2_000
let reportedAt = 0

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
    if (Date.now() - reportedAt > QUIET_MS) notify({ intent: 'warning', title: say('tokenInvalid'), lines: [say('tokenInvalidText')] })
    reportedAt = Date.now()
    if (maySeeSettings) redirect(SETTINGS)
  }, [isInvalid, maySeeSettings, say])
  return isInvalid
}

/**
 * Verifies the token while a screen loads, and replaces the screen when it is invalid. Both happen at once, so that nobody waits twice for
 * a ClickUp that does not answer.
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
  return children
}
