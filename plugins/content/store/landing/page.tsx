import { Link, useShop } from 'stoa/store'
import type { LandingDrawn } from '../../api-types.ts'
import { Elements, ElementsProvider } from './elements.tsx'

/** Link to the store at the end of a landing page. */
export const LandingEnd = () => {
  const { name } = useShop().shell.settings.basic
  return (
    <p className="landing-end">
      <Link to="/">{name}</Link>
    </p>
  )
}

/** A complete landing page. `title` is the accessible heading where no element has one. */
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
