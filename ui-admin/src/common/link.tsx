import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { history } from '../state/session.ts'

/** Whether a click is handled by the router: no modifier key, main button. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** Navigates to a path of the admin. */
export function go(to: string): void {
  history.push(to)
}

/** Navigates to a path of the admin in place of the current page, so that the back button does not return to it. */
export function redirect(to: string): void {
  history.replace(to)
}

/** Click handler that navigates without reloading. */
export function follow(to: string, after?: () => void) {
  return (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    after?.()
    go(to)
  }
}

/** A link that navigates without reloading. */
export function Link({ to, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(to)(event)
      }}
    />
  )
}

/** Path under /admin, with or without the prefix in the input. */
export function adminPath(path: string): string {
  const bare = path.replace(/^\/+/, '').replace(/^admin(\/|$)/, '')
  return bare ? `/admin/${bare}` : '/admin'
}
