import type { Me } from 'stoa/api-types'
import { api } from '../api/client.ts'
import { meQuery, queries, useSession } from './session.ts'

/** The write before: writes are sent one after another, so that the last one of a quick sequence is the one that stays. */
let latestWrite: Promise<unknown> = Promise.resolve()

/** Stores a preference with the account, so that it applies on every device; null removes it. Applied at once (optimistic update). */
export async function keepPreference(key: string, value: unknown): Promise<void> {
  queries.setQueryData(meQuery.queryKey, (me: Me | null | undefined) => {
    if (!me) return me
    const { [key]: _, ...others } = me.preferences
    return { ...me, preferences: value === null ? others : { ...others, [key]: value } }
  })
  latestWrite = latestWrite.then(() => api('', { method: 'PUT', body: { preferences: { [key]: value } }, keepalive: true })).catch(() => {})
  await latestWrite
}

/** A preference of the user, or a default. */
export function usePreference<T>(key: string, fallback: T): T {
  const stored = useSession().me.preferences[key]
  return stored === undefined ? fallback : (stored as T)
}

/** Whether single-key shortcuts are enabled; set in the profile. */
export const useLetterKeys = (): boolean => usePreference('shortcuts', true)
