import type { ComponentProps, JSX } from 'react'
import { useShop } from './shop.tsx'

type CachedFragmentProps<E extends 'nav' | 'div' | 'li' | 'aside'> = Omit<ComponentProps<E>, 'ref'> & {
  /** Element type. */
  as: E
  /** Unique name on the server: `content/nav`. */
  name: string
  /** All data it shows, beside that of the page frame. */
  dependsOn?: unknown
}

const Live = ({ as, name: _name, dependsOn: _dependsOn, ...rest }: CachedFragmentProps<'div'>): JSX.Element => {
  const Around = as
  return <Around {...rest} />
}

/** On the server: inserts the cached HTML. The browser hydrates the same markup. */
const Drawn = (props: CachedFragmentProps<'div'>): JSX.Element => {
  const html = useShop().piece?.(props.name, props.dependsOn, props.children)
  if (html === undefined) return <Live {...props} />
  const { as, name: _name, dependsOn: _dependsOn, children: _children, ...rest } = props
  const Around = as
  return <Around {...rest} dangerouslySetInnerHTML={{ __html: html }} />
}

/**
 * A fragment that many pages share. The server renders it once for all visitors who are not signed in. It may depend only on the
 * page frame (`useShop().shell`), on `of`, on messages and amounts, and on the kit's links; not on the rest of the page or on React
 * ids. Its children should be one component, which is then not run on a cache hit.
 */
export const Keep = (import.meta.env.SSR ? Drawn : Live) as <E extends 'nav' | 'div' | 'li' | 'aside'>(
  props: CachedFragmentProps<E>,
) => JSX.Element
