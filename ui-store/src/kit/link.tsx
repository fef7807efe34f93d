import { Link as RouterLink, useLocation } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useShop } from './shop.tsx'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** False for links that are rarely followed. */
  preload?: false
  /** Path without language prefix; query and hash are allowed: `/category/tea?page=2`. */
  to: string
  children?: ReactNode
}

/** Most links are plain, and a page has a hundred of them. */
const PLAIN = /^\/$|^(?:\/[\w-]+)+$/

const split = (to: string) => {
  if (PLAIN.test(to)) return { to, search: {}, hash: '' }
  const url = new URL(to, 'http://x')
  const search = Object.fromEntries(url.searchParams)
  return { to: url.pathname, search, hash: url.hash.slice(1) }
}

const LiveLink = ({ to, children, ...rest }: LinkProps) => {
  const target = split(to)
  return (
    <RouterLink to={target.to} search={target.search as never} {...(target.hash ? { hash: target.hash } : {})} {...(rest as object)}>
      {children}
    </RouterLink>
  )
}

/** Whether a page is at a path or below it, by the router's rule. */
const isAt = (pathname: string, to: string): boolean =>
  pathname.startsWith(to) && (pathname.length === to.length || pathname[to.length] === '/')

/**
 * Renders a plain link exactly as the router would, so that hydration matches. The router resolves every link by its route tree,
 * which took a fifth of the rendering time.
 */
const DrawnLink = (props: LinkProps) => {
  const { prefix, linked } = useShop()
  const { pathname } = useLocation()
  const plain = PLAIN.test(props.to) && !('activeOptions' in props)
  linked?.(plain ? props.to : undefined)
  if (!plain) return <LiveLink {...props} />
  const { to, preload: _, children, ...written } = props
  const href = prefix + to
  if (!isAt(pathname, to)) {
    return (
      <a {...written} href={href}>
        {children}
      </a>
    )
  }
  const className = written.className ? `${written.className} active` : 'active'
  return (
    <a {...written} className={className} href={href} data-status="active" aria-current="page">
      {children}
    </a>
  )
}

/** A link inside the store: a real URL, followed without a full page load when possible. */
export const Link = import.meta.env.SSR ? DrawnLink : LiveLink

interface GotoProps {
  /** A path of the store, or an external URL. */
  to: string
  /** Opens in a new tab. */
  beside?: boolean
  className?: string
  children?: ReactNode
}

/** A link entered by the shop: internal or external, optionally in a new tab. */
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
