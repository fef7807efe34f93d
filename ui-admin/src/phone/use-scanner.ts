import { type RefObject, useLayoutEffect, useRef } from 'react'
import { createWedge } from './wedge.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const getField = (target: EventTarget | null): Field | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined

/** Gives a field back what it held. React hears of it only by the setter of the element itself. */
function restore(field: Field, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  own?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** So long after its last key what began like a scan is taken for one that goes on. */
const REST_MS = 250

/** Whoever listens, in the order they came: a dialog over a page hears before it. */
const listening: symbol[] = []

/**
 * Hears a scanner that acts as a keyboard, wherever the focus is. Its first keys cannot be told from a hand's, so a field that
 * got them is given back what it held; outside of fields letters mean nothing on such a page and go no further. Of several who listen the
 * last one hears; while nobody does (`on` false), keys go where they are typed. Quick keys that turn out to be no code, since the next one
 * or their Enter came late, are put into the field they were meant for: nothing that was typed is lost.
 * @param home field that takes what is typed outside of fields, so that a short or slow code arrives there and its Enter presses no button
 */
export function useScanner(onCode: (code: string) => void, on = true, home?: RefObject<HTMLInputElement | null>): void {
  const latest = useRef(onCode)
  useLayoutEffect(() => {
    latest.current = onCode
  })
  // Once the page is seen it hears: a scanner does not wait.
  useLayoutEffect(() => {
    if (!on) return undefined
    const me = Symbol('scanner')
    listening.push(me)
    const press = createWedge()
    let before: { field: Field; value: string } | undefined
    /** Keys no field has got. */
    let kept = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const giveBack = () => {
      clearTimeout(timer)
      const field = before?.field
      if (kept !== '' && field?.isConnected) restore(field, field.value + kept)
      kept = ''
    }
    const hear = (event: KeyboardEvent) => {
      if (listening.at(-1) !== me || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      const { scanning, fresh, code } = press(event.key, event.timeStamp)
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
        if (event.key.length === 1) kept += event.key
        clearTimeout(timer)
        timer = setTimeout(giveBack, REST_MS)
      }
      if (code === undefined) return
      clearTimeout(timer)
      kept = ''
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
