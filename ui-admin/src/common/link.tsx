import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { history } from '../state/session.ts'

/** True for a plain click that the page itself should follow. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** Goes to an address of the admin. */
export function go(to: string): void {
  history.push(to)
}

/** Click handler that turns a real link into a move within the page. */
export function follow(to: string, after?: () => void) {
  return (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    after?.()
    go(to)
  }
}

/** A real link that moves within the page. */
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

/** Address under /admin, whether or not the path has the prefix already. */
export function adminPath(path: string): string {
  const bare = path.replace(/^\/+/, '').replace(/^admin(\/|$)/, '')
  return bare ? `/admin/${bare}` : '/admin'
}
