import { useCallback, useEffect, useRef, useState } from 'react'
import { api, apiUrl, failureLines, useAgain, useInstalled, warmReader } from 'stoa/admin'
import type { CheckInAnswer, CheckInList, CheckInTime } from '../../../check-in-api-types.ts'
import { forgetAll, forgetOld, type StoredScan, keepList, keepSelf, keptList, keptSelf, type Sent, waiting } from './db.ts'
import { isAway, isOff, type Said, scanAnywhere, tellWaiting } from './send.ts'
import { sound } from './sound.ts'
import { getTone } from './tones.ts'

/** Scope of the service worker for offline use. */
const SCOPE = '/admin/booking/history/scanner'
const MANIFEST = apiUrl('booking/door/webmanifest')
const REFRESH_MS = 10_000
/** Number of recent scans shown for undo. */
const MOST_RECENT = 10

/** A scan as the page shows it. */
export interface Recent extends Said {
  key: string
  sent: Sent
  undone?: boolean
}

/** State and actions of the check-in page. */
export interface CheckInState {
  self: StoredScan | undefined
  list: CheckInList | undefined
  online: boolean
  queued: number
  troubles: readonly CheckInAnswer[]
  recent: readonly Recent[]
  busy: boolean
  problem: string
  /** The device was disabled. */
  off: boolean
  name: (name: string) => Promise<void>
  choose: (door: CheckInTime | null) => Promise<void>
  scan: (what: Partial<Sent>) => Promise<void>
  undo: (one: Recent) => Promise<void>
  refresh: () => Promise<void>
  /** Prompts to install the page as an app, if the browser supports it. */
  install: (() => void) | undefined
}

export function useCheckIn(): CheckInState {
  const [self, setSelf] = useState<StoredScan>()
  const [list, setList] = useState<CheckInList>()
  const [online, setOnline] = useState(navigator.onLine)
  const [queued, setQueued] = useState(0)
  const [troubles, setTroubles] = useState<readonly CheckInAnswer[]>([])
  const [recent, setRecent] = useState<readonly Recent[]>([])
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [off, setOff] = useState(false)
  const turn = useRef(Promise.resolve())

  const failed = useCallback(async (error: unknown) => {
    if (isOff(error)) {
      await forgetAll()
      setOff(true)
      setList(undefined)
    } else if (isAway(error)) setOnline(false)
    else setProblem(failureLines(error).join(' '))
  }, [])

  const refresh = useCallback(async () => {
    await forgetOld()
    const now = await keptSelf()
    setQueued((await waiting()).length)
    if (now.name === '') return setSelf(now)
    try {
      const sending = await tellWaiting(now.device)
      setQueued((await waiting()).length)
      if (sending.troubles.length > 0) setTroubles((before) => [...sending.troubles, ...before])
      const { data } = await api<{ data: CheckInTime[] }>('booking/door')
      setSelf(await keepSelf({ doors: data }))
      setOnline(true)
      if (now.door) await keepList(await api<CheckInList>(`booking/door/${now.door.session}/list`, { query: { device: now.device } }))
    } catch (error) {
      setSelf(now)
      await failed(error)
    }
    setList(now.door ? await keptList(now.door.session) : undefined)
  }, [failed])

  useEffect(() => {
    // Stored data is shown before any request.
    void (async () => {
      const now = await keptSelf()
      setSelf((before) => before ?? now)
      if (now.door) setList(await keptList(now.door.session))
    })()
  }, [])
  useAgain(refresh, REFRESH_MS, () => setOnline(false))
  // Loads the code reader before the page is cached, so that it works offline.
  const install = useInstalled({ manifest: MANIFEST, scope: SCOPE, first: warmReader })

  const name = async (said: string) => {
    setProblem('')
    try {
      const { device } = await keptSelf()
      await api('booking/device', { method: 'POST', body: { device, name: said } })
      await keepSelf({ name: said })
      await refresh()
    } catch (error) {
      await failed(error)
      // A device cannot be registered offline.
      setProblem(failureLines(error).join(' '))
    }
  }
  const choose = async (door: CheckInTime | null) => {
    setRecent([])
    setSelf(await keepSelf({ door }))
    await refresh()
  }
  const one = async (what: Partial<Sent>) => {
    const { device, door } = await keptSelf()
    const sent: Sent = {
      nonce: crypto.randomUUID(),
      code: '',
      seat_id: null,
      seats: [],
      override: false,
      note: '',
      event_id: door?.event ?? null,
      session_id: door?.session ?? null,
      ...what,
    }
    setBusy(true)
    setProblem('')
    try {
      const said = await scanAnywhere(device, sent)
      setOnline(!said.alone)
      sound(getTone(said.answer.result))
      setRecent((before) => [{ key: sent.nonce, sent, ...said }, ...before].slice(0, MOST_RECENT))
      setQueued((await waiting()).length)
      const now = door ? await keptList(door.session) : undefined
      const { time } = said.answer
      setList(now && time && time.session === now.time.session ? { ...now, time } : now)
    } catch (error) {
      sound('bad')
      await failed(error)
    } finally {
      setBusy(false)
    }
  }
  // Scans are processed one after the other, so that each shows its own result.
  const scan = (what: Partial<Sent>): Promise<void> => (turn.current = turn.current.then(() => one(what)))
  const undo = async (what: Recent) => {
    setProblem('')
    try {
      await api(`booking/scan/${what.answer.id ?? 0}/undo`, { method: 'POST' })
      setRecent((before) => before.map((r) => (r.key === what.key ? { ...r, undone: true } : r)))
      await refresh()
    } catch (error) {
      await failed(error)
    }
  }
  return { self, list, online, queued, troubles, recent, busy, problem, off, name, choose, scan, undo, refresh, install }
}
