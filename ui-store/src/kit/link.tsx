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
