import type { Me } from 'stoa/api-types'
import { api } from '../api/client.ts'
import { meQuery, queries, useSession } from './session.ts'

/** Keeps a choice on the account, so that it is there on every machine; null takes it back. It works here at once. */
export async function keepPreference(key: string, value: unknown): Promise<void> {
  queries.setQueryData(meQuery.queryKey, (me: Me | null | undefined) => {
    if (!me) return me
    const { [key]: _, ...others } = me.preferences
    return { ...me, preferences: value === null ? others : { ...others, [key]: value } }
  })
  await api('', { method: 'PUT', body: { preferences: { [key]: value } }, keepalive: true }).catch(() => {})
}

/** A choice of the signed-in person, or what holds as long as they made none. */
export function usePreference<T>(key: string, fallback: T): T {
  const kept = useSession().me.preferences[key]
  return kept === undefined ? fallback : (kept as T)
}

/** Whether single letters act as shortcuts; the switch is in the profile. */
export const useLetterKeys = (): boolean => usePreference('shortcuts', true)
