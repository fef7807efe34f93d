import { Link, useT, type ScreenContext } from 'stoa/store'

/** One step of a breadcrumb. */
export interface Step {
  title: string
  path: string
}

/** Breadcrumb from the home page to the current page. */
export const Trail = ({ steps, here }: { steps: Step[]; here: string }) => {
  const t = useT()
  return (
    <nav className="crumbs" aria-label={t('shell.crumbs')}>
      <ol>
        {[{ title: t('shell.home'), path: '/' }, ...steps].map(({ title, path }) => (
          <li key={path}>
            <Link to={path}>{title}</Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}

/** The breadcrumb as structured data for search engines. */
export const trailList = ({ bootstrap, prefix, t }: ScreenContext, steps: Step[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ title: t('shell.home'), path: '/' }, ...steps].map(({ title, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: title,
    item: bootstrap.origin + prefix + path,
  })),
})
