import { type RefObject, useLayoutEffect, useRef } from 'react'
import { createWedge } from './keyboard-scanner.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const getField = (target: EventTarget | null): Field | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined

/** Restores the value of a field through the native setter, so that React sees the change. */
function restore(field: Field, value: string): void {
  const descriptor = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  descriptor?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Milliseconds after its last key in which a started scan may continue. Later its keys count as typing. */
const REST_MS = 250

/** Active listeners, newest last: a dialog over a page takes precedence. */
const listening: symbol[] = []

/**
 * Listens to a scanner that acts as a keyboard, regardless of the focus. The first keys of a scan look like typing, so a field that
 * received them is restored; outside of fields such keys are intercepted. Only the newest active listener gets the scans; while none is
 * active (`on` false), keys are not intercepted. Fast keys that are no scan, because a later key or Enter came too late, are inserted into
 * their field, so that no input is lost.
 * @param home field that receives keys typed outside of fields, so that a short or slow code ends there and its Enter presses no button
 */
export function useScanner(onCode: (code: string) => void, on = true, home?: RefObject<HTMLInputElement | null>): void {
  const latest = useRef(onCode)
  useLayoutEffect(() => {
    latest.current = onCode
  })
  // A layout effect, so that it listens as soon as the page is visible.
  useLayoutEffect(() => {
    if (!on) return undefined
    const me = Symbol('scanner')
    listening.push(me)
    const readKey = createWedge()
    let before: { field: Field; value: string } | undefined
    /** Intercepted keys that are in no field. */
    let pendingText = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const giveBack = () => {
      clearTimeout(timer)
      const field = before?.field
      if (pendingText !== '' && field?.isConnected) restore(field, field.value + pendingText)
      pendingText = ''
    }
    const hear = (event: KeyboardEvent) => {
      if (listening.at(-1) !== me || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      const { scanning, fresh, code } = readKey(event.key, event.timeStamp)
      const printable = event.key.length === 1 && event.key !== ' '
      let field = getField(event.target)
      if (!field && printable) {
        event.stopImmediatePropagation()
        home?.current?.focus()
        field = home?.current ?? undefined
      }
      if (fresh) {
        giveBack()
        before = field && { field, value: field.value }
      }
      if (scanning) {
        event.preventDefault()
        event.stopImmediatePropagation()
        if (event.key.length === 1) pendingText += event.key
        clearTimeout(timer)
        timer = setTimeout(giveBack, REST_MS)
      }
      if (code === undefined) return
      clearTimeout(timer)
      pendingText = ''
      if (before) restore(before.field, before.value)
      before = undefined
      latest.current(code)
    }
    window.addEventListener('keydown', hear, true)
    return () => {
      giveBack()
      listening.splice(listening.indexOf(me), 1)
      window.removeEventListener('keydown', hear, true)
    }
  }, [on, home])
}
