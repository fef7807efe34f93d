import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

/** A small menu that opens without scripts; with scripts it closes on Escape, on a choice, or on a click elsewhere. */
export const Menu = ({
  label,
  name,
  className = '',
  children,
}: {
  label: ReactNode
  /** Accessible name, when the label is not visible. */
  name: string
  className?: string
  children: ReactNode
}) => {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const menu = ref.current
    if (!menu) return undefined
    const close = (event: Event) => {
      const inside = event.target instanceof Node && menu.contains(event.target)
      const chosen = inside && (event.target as Element).closest('a, [data-choice]') !== null
      if (menu.open && (!inside || chosen)) menu.open = false
    }
    const opened = () => {
      const first = menu.open ? menu.querySelector<HTMLInputElement>('input[data-first-focus]') : null
      first?.focus()
      // Selects the previous text, so that typing replaces it.
      first?.select()
    }
    const escape = (event: KeyboardEvent) => {
      // A popup inside the menu closes first.
      if (event.key !== 'Escape' || !menu.open || event.defaultPrevented) return
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
    document.addEventListener('click', close)
    document.addEventListener('keydown', escape)
    menu.addEventListener('toggle', opened)
    return () => {
      document.removeEventListener('click', close)
      document.removeEventListener('keydown', escape)
      menu.removeEventListener('toggle', opened)
    }
  }, [])
  return (
    <details ref={ref} className={`menu ${className}`}>
      <summary aria-label={name}>{label}</summary>
      <div className="menu-panel">{children}</div>
    </details>
  )
}
