import { Link as RouterLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** False for links that are mostly not followed. */
  preload?: false
  /** Path without language prefix, query and hash allowed: `/category/tea?page=2`. */
  to: string
  children?: ReactNode
}

const split = (to: string) => {
  // Most addresses are plain, and a page holds a hundred of them.
  if (/^\/$|^(?:\/[\w-]+)+$/.test(to)) return { to, search: {}, hash: '' }
  const url = new URL(to, 'http://x')
  const search = Object.fromEntries(url.searchParams)
  return { to: url.pathname, search, hash: url.hash.slice(1) }
}

/** A link inside the store: a real address that the browser can follow, without a full load when it can. */
export const Link = ({ to, children, ...rest }: LinkProps) => {
  const target = split(to)
  return (
    <RouterLink to={target.to} search={target.search as never} {...(target.hash ? { hash: target.hash } : {})} {...(rest as object)}>
      {children}
    </RouterLink>
  )
}

interface GotoProps {
  /** A path of the store, or an address elsewhere. */
  to: string
  /** Opens beside this page. */
  beside?: boolean
  className?: string
  children?: ReactNode
}

/** A link that the shop has written: it may lead anywhere, and into a tab of its own. */
export const Goto = ({ to, beside = false, className, children }: GotoProps) => {
  const more = { ...(className ? { className } : {}), ...(beside ? { target: '_blank', rel: 'noopener' } : {}) }
  if (to.startsWith('/') && !beside) {
    return (
      <Link to={to} {...more}>
        {children}
      </Link>
    )
  }
  return (
    <a href={to} {...more}>
      {children}
    </a>
  )
}
