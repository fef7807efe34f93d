import { atom } from 'jotai'
import { store } from './store.ts'

const SHOW_AFTER_MS = 150
const HIDE_AFTER_MS = 100

/** Whether the progress bar is visible. */
export const busyAtom = atom(false)

let pending = 0
let timer: ReturnType<typeof setTimeout> | undefined

function plan(busy: boolean, delay: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => store.set(busyAtom, busy), delay)
}

/** Counts a request as pending until the returned function is called. */
export function beginCall(): () => void {
  pending += 1
  if (pending === 1) plan(true, store.get(busyAtom) ? 0 : SHOW_AFTER_MS)
  let open = true
  return () => {
    if (!open) return
    open = false
    pending -= 1
    if (pending === 0) plan(false, HIDE_AFTER_MS)
  }
}
