import type { ComponentProps, JSX } from 'react'
import { useShop } from './shop.tsx'

type KeptProps<E extends 'nav' | 'div' | 'li' | 'aside'> = Omit<ComponentProps<E>, 'ref'> & {
  /** The element around it. */
  as: E
  /** Tells it from others on the server: `content/nav`. */
  name: string
  /** All that it shows beside what the frame of every page holds. */
  of?: unknown
}

const Live = ({ as, name: _name, of: _of, ...rest }: KeptProps<'div'>): JSX.Element => {
  const Around = as
  return <Around {...rest} />
}

/** The server puts in what it drew for another page. The browser finds the same markup as if it had been drawn here. */
const Drawn = (props: KeptProps<'div'>): JSX.Element => {
  const html = useShop().piece?.(props.name, props.of, props.children)
  if (html === undefined) return <Live {...props} />
  const { as, name: _name, of: _of, children: _children, ...rest } = props
  const Around = as
  return <Around {...rest} dangerouslySetInnerHTML={{ __html: html }} />
}

/**
 * A piece that many pages have alike, which the server draws once for all who are not signed in. It may show what the frame of
 * every page holds (`useShop().shell`), what `of` says, texts and amounts, and links of the kit; nothing of the rest of the
 * page, and no ids that React makes. Its children are best one component, which then is not run either.
 */
export const Keep = (import.meta.env.SSR ? Drawn : Live) as <E extends 'nav' | 'div' | 'li' | 'aside'>(props: KeptProps<E>) => JSX.Element
