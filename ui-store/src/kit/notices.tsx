import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useLayoutEffect, useRef } from 'react'

export interface Notice {
  id: number
  title: string
  texts: string[]
  tone: 'ok' | 'warning' | 'danger'
}

// Written by event handlers only, so the process-wide store stays empty on the server.
const store = getDefaultStore()
const noticesAtom = atom<Notice[]>([])
const spokenAtom = atom('')
const SHOWN_MS = 5_000
let last = 0

const dismiss = (id: number): void => store.set(noticesAtom, (all) => all.filter((notice) => notice.id !== id))

/** Shows a toast at the bottom for a few seconds. */
export const notify = (input: { title: string; texts?: string[]; tone?: Notice['tone'] }): void => {
  last += 1
  const notice: Notice = { id: last, title: input.title, texts: input.texts ?? [], tone: input.tone ?? 'ok' }
  store.set(noticesAtom, (all) => [...all.filter((item) => item.title !== notice.title).slice(-1), notice])
  setTimeout(() => dismiss(notice.id), SHOWN_MS)
}

/** Announces a text to screen readers (live region). */
export const announce = (text: string): void => store.set(spokenAtom, text)

const meets = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Elements that must not be covered: the focused one and primary buttons. */
const inTheWay = (box: HTMLElement): boolean => {
  const pressed = document.activeElement?.matches('button, a, input') ? [document.activeElement] : []
  const found = [...document.querySelectorAll('.button:not(.button-quiet)'), ...pressed].filter((element) => !box.contains(element))
  return found.some(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) && meets(element.getBoundingClientRect(), box.getBoundingClientRect()),
  )
}

/** Notices are at the bottom, or at the top when they would cover a button; the position then stays. */
const usePlace = (count: number) => {
  const box = useRef<HTMLOutputElement>(null)
  useLayoutEffect(() => {
    const it = box.current
    if (!it || count === 0) return
    it.toggleAttribute('data-above', false)
    const below = inTheWay(it)
    it.toggleAttribute('data-above', below)
    if (below && inTheWay(it)) it.toggleAttribute('data-above', false)
  }, [count])
  return box
}

/** Renders toasts and announcements; used once, by the layout. */
export const Notices = ({ closeLabel }: { closeLabel: string }) => {
  const notices = useAtomValue(noticesAtom, { store })
  const liveText = useAtomValue(spokenAtom, { store })
  const box = usePlace(notices.length)
  return (
    <>
      <div className="visually-hidden" aria-live="polite">
        {liveText}
      </div>
      <output className="toasts" ref={box}>
        {notices.map((notice) => (
          <div key={notice.id} className={`toast toast-${notice.tone}`}>
            <div>
              <strong>{notice.title}</strong>
              {notice.texts.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
            <button type="button" className="icon-button" aria-label={closeLabel} onClick={() => dismiss(notice.id)}>
              ×
            </button>
          </div>
        ))}
      </output>
    </>
  )
}
