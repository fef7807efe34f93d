import { useEffect, useRef } from 'react'

/** Runs function key actions, unless a dialog is open. */
export function useFunctionKeys(actions: Record<string, () => void>): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const run = latest.current[event.key]
      if (!run || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('.bp6-dialog')) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
