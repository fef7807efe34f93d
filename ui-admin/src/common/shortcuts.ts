import { useHotkeys, type HotkeyConfig } from '@blueprintjs/core'
import { useMemo, useRef, useEffect } from 'react'
import { useLetterKeys } from '../state/preferences.ts'
import { store } from '../state/store.ts'
import { paletteAtom } from '../state/ui.ts'

/** A key that does something while nothing is being typed. */
export interface Shortcut {
  combo: string
  label: string
  /** Heading in the sheet of shortcuts. */
  group: string
  run: () => void
}

/** A letter typed into an open menu or dialog is meant for it, also while it is still being fetched. */
const overlayOpen = () =>
  store.get(paletteAtom) || document.querySelector('.bp6-portal :is(.bp6-popover, .bp6-dialog, .bp6-omnibar, .bp6-drawer)') !== null

/** Combo, label and group of each shortcut in one text, by which a change of them is noticed. */
const write = (shortcuts: Shortcut[]): string => shortcuts.map(({ combo, label, group }) => `${combo}\t${label}\t${group}`).join('\n')

const read = (shape: string): string[][] => shape.split('\n').flatMap((line) => (line ? [line.split('\t')] : []))

/** Takes effect unless the person switched single letters off; "?" shows all of them. */
export function useShortcuts(shortcuts: Shortcut[]): void {
  const on = useLetterKeys()
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  const shape = on ? write(shortcuts) : ''
  const keys = useMemo<HotkeyConfig[]>(
    () =>
      read(shape).map(([combo = '', label = '', group = '']) => ({
        combo,
        label,
        group,
        global: true,
        preventDefault: combo === '/',
        onKeyDown: (event) => {
          if (event.isComposing || overlayOpen()) return
          latest.current.find((one) => one.combo === combo)?.run()
        },
      })),
    [shape],
  )
  useHotkeys(keys, sheetKey(on))
}

/** "?" is a single character too; while those are off, the sheet is not in the way of typing either. */
const sheetKey = (on: boolean) => ({ showDialogKeyCombo: on ? '?' : 'ctrl+shift+alt+f12' })

/**
 * Runs once every other listener of the document has seen the event, whichever was added first, and only if none of them used it:
 * the window hears an event after the document.
 */
function afterOtherListeners(event: KeyboardEvent, run: () => void): void {
  const decide = () => {
    if (event.defaultPrevented) return
    event.preventDefault()
    run()
  }
  window.addEventListener(event.type, decide, { once: true })
}

/** A key with Ctrl or ⌘, which works while one types as well, unless what is typed into uses it: Ctrl+K makes selected words a link. */
export function useCommandKey(combo: string, label: string, run: () => void): void {
  const on = useLetterKeys()
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const keys = useMemo<HotkeyConfig[]>(
    () => [
      {
        combo,
        label,
        global: true,
        allowInInput: true,
        onKeyDown: (event) => afterOtherListeners(event, () => latest.current()),
      },
    ],
    [combo, label],
  )
  useHotkeys(keys, sheetKey(on))
}
