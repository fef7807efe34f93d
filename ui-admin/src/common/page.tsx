import { createContext, use, useEffect, type ReactNode } from 'react'
import { ChevronRight } from '@blueprintjs/icons'
import { rememberVisit } from '../state/recent.ts'
import { history, useSession } from '../state/session.ts'
import { useT } from '../i18n/index.ts'
import { Link } from './link.tsx'

/** A step of the breadcrumb. */
export interface Crumb {
  label: string
  to?: string
}

/**
 * Sets the document title: page – group – site. The command palette stores the page under it, at `address` where the path is not
 * sufficient.
 */
export function useTitle(parts: (string | undefined)[], failed = false, address?: string): void {
  const { me, manifest } = useSession()
  const { t } = useT()
  const text = [...parts, manifest.site.name].filter(Boolean).join(' – ')
  const title = failed ? t('page.errorTitle', { title: text }) : text
  useEffect(() => {
    document.title = title
  }, [title])
  const [label = '', ...around] = parts.filter((part) => part !== undefined && part !== '')
  const hint = around.reverse().join(' › ')
  useEffect(() => {
    if (label) rememberVisit(me.id, { to: address ?? history.location.pathname, label, hint })
  }, [me.id, label, hint, address])
}

/** Content that the surrounding frame adds to page headers: beside the title, and below it. */
export const PageHeadExtras = createContext<{ mark?: ReactNode; tabs?: ReactNode }>({})

export interface PageHeaderProps {
  title: string
  crumbs?: Crumb[]
  /** Content beside the title: a count or a status. */
  mark?: ReactNode
  /** Action buttons. */
  actions?: ReactNode
  failed?: boolean
  /** URL of the page, where the path alone is not sufficient. */
  address?: string
}

/** Page header: breadcrumb, title and actions. */
export function PageHeader({ title, crumbs = [], mark, actions, failed = false, address }: PageHeaderProps) {
  const { t } = useT()
  const extras = use(PageHeadExtras)
  useTitle([title, ...crumbs.map((crumb) => crumb.label).reverse()], failed, address)
  return (
    <header className="page-header">
      {crumbs.length > 0 && (
        <nav aria-label={t('page.crumbs')} className="crumbs">
          <ol>
            {crumbs.map((crumb) => (
              <li key={crumb.label}>
                {crumb.to ? <Link to={crumb.to}>{crumb.label}</Link> : crumb.label}
                <ChevronRight size={12} aria-hidden />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="page-title">
        <h1>{title}</h1>
        {mark}
        {extras.mark}
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {extras.tabs}
    </header>
  )
}
