import { Link, useShop } from 'stoa/store'
import type { LandingDrawn } from '../../api-types.ts'
import { Elements, ElementsProvider } from './elements.tsx'

/** What stands below all elements: the way to the shop. */
export const LandingEnd = () => {
  const { name } = useShop().shell.settings.basic
  return (
    <p className="landing-end">
      <Link to="/">{name}</Link>
    </p>
  )
}

/** A landing page from its first element to its end. `title` is read out where no element says one. */
export const LandingPage = ({ page, title }: { page: LandingDrawn; title: string }) => {
  const headed = page.elements.content.some(({ type, props }) => type === 'hero' && props.title)
  return (
    <ElementsProvider value={page}>
      <div className="landing">
        {!headed && <h1 className="visually-hidden">{title}</h1>}
        <Elements list={page.elements.content} />
        <LandingEnd />
      </div>
    </ElementsProvider>
  )
}
