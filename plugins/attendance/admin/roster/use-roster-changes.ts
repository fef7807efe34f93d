import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, notifyFailure, notifySuccess } from 'stoa/admin'
import type { RosterChange } from '../../api-types.ts'
import { useRosterMessages } from '../messages.ts'
import { cellKey, type CellPlace, type DayChange, toChange, toInverse } from './types.ts'

/** Query key of all weeks of the roster. */
export const ROSTER_KEY = ['roster']

/** Days of one call. */
const MOST_CHANGES = 1_000

/** Reads the roster again. A first read that is under way began before the change, and an invalidation alone would wait for it. */
export async function refresh(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: ROSTER_KEY })
  await client.invalidateQueries({ queryKey: ROSTER_KEY })
}

/** An act that can be undone. */
interface Act {
  label: string
  inverse: DayChange[]
}

/**
 * Sends changes of the roster, keeps the reasons of refused days, and undoes acts in reverse order. `announcement` is for a live region.
 */
export function useRosterChanges() {
  const say = useRosterMessages()
  const client = useQueryClient()
  const [acts, setActs] = useState<readonly Act[]>([])
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [busy, setBusy] = useState(false)
  const [announcement, setAnnouncement] = useState('')

  const showConflicts = (conflicts: RosterChange['conflicts']) => {
    setRefused(new Map(conflicts.map(({ employee_id, date, reason }) => [cellKey(employee_id, date), reason])))
    if (conflicts.length > 0) setAnnouncement(`${say('refused')}: ${conflicts.map(({ reason }) => reason).join(' ')}`)
  }
  const send = async (changes: readonly DayChange[], done: string): Promise<boolean> => {
    setBusy(true)
    try {
      for (let n = 0; n < changes.length; n += MOST_CHANGES) {
        const body = { changes: changes.slice(n, n + MOST_CHANGES) }
        const answer = await api<RosterChange>('hr_shift_assignment/roster', { method: 'POST', body })
        showConflicts(answer.conflicts)
        if (!answer.applied) return false
      }
      setAnnouncement(done)
      return true
    } catch (problem) {
      notifyFailure(say('failed'), problem)
      return false
    } finally {
      await refresh(client)
      setBusy(false)
    }
  }
  const remember = (act: Act) => setActs((before) => [...before, act])
  /** Sets the shifts of days in one act. */
  const change = async (days: readonly (CellPlace & { shift_ids: readonly number[] })[], label: string) => {
    const changes = days.map(({ shift_ids, ...place }) => toChange(place, shift_ids))
    if (await send(changes, label)) remember({ label, inverse: days.map((day, n) => toInverse(day, changes[n] ?? toChange(day, []))) })
  }
  const undo = async () => {
    const last = acts.at(-1)
    if (!last || busy) return
    setActs(acts.slice(0, -1))
    if (await send(last.inverse, say('undone', { act: last.label }))) notifySuccess(say('undone', { act: last.label }))
  }
  return { change, undo, remember, showConflicts, canUndo: acts.length > 0, refused, busy, announcement }
}

export type RosterChanges = ReturnType<typeof useRosterChanges>
