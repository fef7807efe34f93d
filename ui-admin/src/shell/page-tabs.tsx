import { Link } from '../common/link.tsx'
import { useT } from '../i18n/index.ts'
import { Badge, useBadges } from './badge.tsx'
import { useTabs } from './menu.ts'
import { usePathname } from './use-pathname.ts'

/** Tabs between a page and the pages that are reached from it and not from the menu. */
export function PageTabs() {
  const { t } = useT()
  const tabs = useTabs()
  const pathname = usePathname()
  const waiting = useBadges()
  if (tabs.length === 0) return null
  return (
    <nav aria-label={t('page.tabs')} className="page-tabs">
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} aria-current={tab.to === pathname ? 'page' : undefined}>
              {tab.label}
              <Badge count={waiting([tab])} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
