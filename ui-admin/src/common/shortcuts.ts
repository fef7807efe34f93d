import { useHotkeys, type HotkeyConfig } from '@blueprintjs/core'
import { useMemo, useRef, useEffect } from 'react'
import { useLetterKeys } from '../state/preferences.ts'
import { store } from '../state/store.ts'
import { paletteAtom } from '../state/ui.ts'

/** A single-key shortcut that works while no text is being typed. */
export interface Shortcut {
  combo: string
  label: string
  /** Heading in the list of shortcuts. */
  group: string
  run: () => void
}

/** A key pressed while a menu or dialog is open, or still loading, belongs to it. */
const overlayOpen = () =>
  store.get(paletteAtom) || document.querySelector('.bp6-portal :is(.bp6-popover, .bp6-dialog, .bp6-omnibar, .bp6-drawer)') !== null

/** Serializes shortcuts, to detect changes. */
const write = (shortcuts: Shortcut[]): string => shortcuts.map(({ combo, label, group }) => `${combo}\t${label}\t${group}`).join('\n')

const read = (shape: string): string[][] => shape.split('\n').flatMap((line) => (line ? [line.split('\t')] : []))

/** Registers shortcuts, unless the user has disabled single-key shortcuts; "?" lists them. */
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
          latest.current.find((shortcut) => shortcut.combo === combo)?.run()
        },
      })),
    [shape],
  )
  useHotkeys(keys, sheetKey(on))
}

/** "?" is a single-key shortcut too, so it is disabled with them. */
const sheetKey = (on: boolean) => ({ showDialogKeyCombo: on ? '?' : 'ctrl+shift+alt+f12' })

/**
 * Runs after all listeners on the document, in any order of registration, and only if none has handled the event: listeners on the window
 * run later.
 */
function afterOtherListeners(event: KeyboardEvent, run: () => void): void {
  const decide = () => {
    if (event.defaultPrevented) return
    event.preventDefault()
    run()
  }
  window.addEventListener(event.type, decide, { once: true })
}

/** A shortcut with Ctrl or ⌘. It works while typing too, unless the focused editor uses it: Ctrl+K creates a link. */
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
