import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { CalendarEntry } from './layout-entries.ts'

/** A smaller movement is a click. */
const SLACK_PX = 5

interface Drag {
  entry: CalendarEntry
  /** The day under the pointer. */
  over: string | undefined
}

const dayAt = (x: number, y: number): string | undefined => document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')?.dataset.day

/** Drags an entry to another day by mouse or pen. Touch scrolls; touch users have the button in the list view. */
export function usePointerDrag(onDrop: (entry: CalendarEntry, day: string) => void) {
  const [drag, setDrag] = useState<Drag>()
  const drop = useRef(onDrop)
  const stop = useRef<() => void>(undefined)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => () => stop.current?.(), [])
  const begin = useCallback((event: ReactPointerEvent, entry: CalendarEntry) => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    const { clientX, clientY } = event
    let moving = false
    const move = (next: PointerEvent) => {
      moving ||= Math.hypot(next.clientX - clientX, next.clientY - clientY) > SLACK_PX
      if (moving) setDrag({ entry, over: dayAt(next.clientX, next.clientY) })
    }
    const end = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', escape)
      setDrag(undefined)
    }
    const up = (last: PointerEvent) => {
      end()
      if (!moving) return
      // Suppresses the click after the release.
      const quiet = (click: MouseEvent) => {
        click.preventDefault()
        click.stopPropagation()
      }
      window.addEventListener('click', quiet, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', quiet, { capture: true }))
      const day = dayAt(last.clientX, last.clientY)
      if (day) drop.current(entry, day)
    }
    const escape = (key: KeyboardEvent) => {
      if (key.key === 'Escape') end()
    }
    stop.current = end
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', escape)
  }, [])
  return { drag, begin }
}
