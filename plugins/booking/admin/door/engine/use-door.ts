import { useCallback, useEffect, useRef, useState } from 'react'
import { api, apiUrl, failureLines, useAgain, useInstalled, warmReader } from 'stoa/admin'
import type { CheckInAnswer, CheckInList, CheckInTime } from '../../../check-in-api-types.ts'
import { forgetAll, forgetOld, type StoredScan, keepList, keepSelf, loadList, loadSelf, type Sent, waiting } from './db.ts'
import { isAway, isOff, type ScanOutcome, scanAnywhere, tellWaiting } from './send.ts'
import { sound } from './sound.ts'
import { getTone } from './result-tones.ts'

/** Scope of the service worker for offline use. */
const SCOPE = '/admin/booking/history/scanner'
const MANIFEST = apiUrl('booking/door/webmanifest')
const REFRESH_MS = 10_000
/** Number of recent scans shown for undo. */
const MOST_RECENT = 10

/** A scan as the page shows it. */
export interface Recent extends ScanOutcome {
  key: string
  sent: Sent
  undone?: boolean
}

/** State and actions of the check-in page. `off`: the device was disabled; `install` prompts to install the page as an app, if possible. */
export function useCheckIn() {
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
    const now = await loadSelf()
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
    setList(now.door ? await loadList(now.door.session) : undefined)
  }, [failed])

  useEffect(() => {
    // Stored data is shown before any request.
    void (async () => {
      const now = await loadSelf()
      setSelf((before) => before ?? now)
      if (now.door) setList(await loadList(now.door.session))
    })()
  }, [])
  useAgain(refresh, REFRESH_MS, () => setOnline(false))
  // Loads the code reader before the page is cached, so that it works offline.
  const install = useInstalled({ manifest: MANIFEST, scope: SCOPE, first: warmReader })

  const name = async (deviceName: string) => {
    setProblem('')
    try {
      const { device } = await loadSelf()
      await api('booking/device', { method: 'POST', body: { device, name: deviceName } })
      await keepSelf({ name: deviceName })
      await refresh()
    } catch (error) {
      await failed(error)
      // A device cannot be registered offline.
      setProblem(failureLines(error).join(' '))
    }
  }
  const choose = async (time: CheckInTime | null) => {
    setRecent([])
    setSelf(await keepSelf({ door: time }))
    await refresh()
  }
  const processScan = async (input: Partial<Sent>) => {
    const { device, door } = await loadSelf()
    const sent: Sent = {
      nonce: crypto.randomUUID(),
      code: '',
      seat_id: null,
      seats: [],
      override: false,
      note: '',
      event_id: door?.event ?? null,
      session_id: door?.session ?? null,
      ...input,
    }
    setBusy(true)
    setProblem('')
    try {
      const outcome = await scanAnywhere(device, sent)
      setOnline(!outcome.alone)
      sound(getTone(outcome.answer.result))
      setRecent((before) => [{ key: sent.nonce, sent, ...outcome }, ...before].slice(0, MOST_RECENT))
      setQueued((await waiting()).length)
      const now = door ? await loadList(door.session) : undefined
      const { time } = outcome.answer
      setList(now && time && time.session === now.time.session ? { ...now, time } : now)
    } catch (error) {
      sound('bad')
      await failed(error)
    } finally {
      setBusy(false)
    }
  }
  // Scans are processed one after the other, so that each shows its own result.
  const scan = (input: Partial<Sent>): Promise<void> => (turn.current = turn.current.then(() => processScan(input)))
  const undo = async (entry: Recent) => {
    setProblem('')
    try {
      await api(`booking/scan/${entry.answer.id ?? 0}/undo`, { method: 'POST' })
      setRecent((before) => before.map((r) => (r.key === entry.key ? { ...r, undone: true } : r)))
      await refresh()
    } catch (error) {
      await failed(error)
    }
  }
  return { self, list, online, queued, troubles, recent, busy, problem, off, name, choose, scan, undo, install }
}
