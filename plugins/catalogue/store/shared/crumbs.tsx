import { Link, useT, type ScreenContext } from 'stoa/store'
import type { Crumb } from '../../api-types.ts'

/** Breadcrumbs from the home page; the last one is the current page. */
export const Crumbs = ({ crumbs, here }: { crumbs: Crumb[]; here: string }) => {
  const t = useT()
  return (
    <nav className="crumbs" aria-label={t('shell.crumbs')}>
      <ol>
        <li>
          <Link to="/">{t('shell.home')}</Link>
        </li>
        {crumbs.map((crumb) => (
          <li key={crumb.url}>
            <Link to={`/category/${crumb.url}`}>{crumb.title}</Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}

/** The breadcrumbs as structured data. */
export const crumbList = (context: ScreenContext, crumbs: Crumb[], here: { title: string; path: string }) => {
  const base = context.bootstrap.origin + context.prefix
  const steps = [
    { title: context.t('shell.home'), path: '/' },
    ...crumbs.map((crumb) => ({ title: crumb.title, path: `/category/${crumb.url}` })),
    here,
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: step.title,
      item: base + step.path,
    })),
  }
}

/** Removes the category itself from its breadcrumbs, which the response may include. */
export const crumbsAbove = (crumbs: Crumb[], url: string): Crumb[] => crumbs.filter((crumb) => crumb.url !== url)
