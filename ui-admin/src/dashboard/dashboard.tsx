import { Card } from '@blueprintjs/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { MenuSection, Page, ResourceInfo } from '#core/wire'
import { cardsQuery } from '../api/desk.ts'
import { listQuery } from '../api/resource.ts'
import { Empty } from '../common/empty.tsx'
import { adminPath, Link } from '../common/link.tsx'
import { PageHeader } from '../common/page.tsx'
import { Pieces } from '../common/slot.tsx'
import { useT } from '../i18n/index.ts'
import { NamedIcon } from '../icons/registry.tsx'
import { useMenu } from '../shell/menu.ts'
import { usePlugin, useSession } from '../state/session.ts'
import './dashboard.css'
import { Latest } from './latest.tsx'
import { Setup } from './setup.tsx'

/** The first page: what plugins show, and a card for each area with how much there is in it. */
export function Dashboard() {
  const { t } = useT()
  const { me, manifest } = useSession()
  const { sections } = useMenu()
  const { data: offered } = useQuery({ ...cardsQuery, enabled: usePlugin('desk') })
  const resources = Object.values(manifest.resources)
  const totals = useTotals(sections, resources)
  const cards = sections.filter((section) => section.items.some((item) => totals.has(item.to)))
  return (
    <>
      <PageHeader title={t('dashboard.welcome', { name: me.name.split(' ')[0] ?? me.name })} />
      <Setup />
      <div className="dashboard-slots">
        <Pieces screens={(offered ?? []).map(({ screen }) => screen)} />
      </div>
      {inMenuOrder(resources, sections)
        .filter((resource) => resource.status)
        .map((resource) => (
          <Latest key={resource.name} resource={resource} />
        ))}
      {cards.length === 0 && <Empty title={t('dashboard.empty')}>{t('dashboard.emptyHint')}</Empty>}
      <div className="dashboard">
        {cards.map((section) => (
          <Card key={section.id} className="panel area">
            <h2>
              <NamedIcon name={section.icon} /> {section.label}
            </h2>
            <ul>
              {section.items
                .filter((item) => totals.has(item.to))
                .map((item) => (
                  <li key={item.to}>
                    <Link to={item.to}>
                      <span>{item.label}</span>
                      <b className="num">{totals.get(item.to) || ' '}</b>
                    </Link>
                  </li>
                ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  )
}

/** How many rows each listed resource has, by the address of its list; empty while it is being asked. */
function useTotals(sections: MenuSection[], resources: ResourceInfo[]): Map<string, string> {
  const { t, language } = useT()
  const listed = sections
    .flatMap((section) => section.items)
    .flatMap((item) => {
      const resource = resources.find((one) => adminPath(one.path) === item.to)
      return resource ? [{ to: item.to, name: resource.name }] : []
    })
  const answers = useQueries({
    queries: listed.map(({ name }) => listQuery(name, { language, page: 1, limit: 10 })),
  })
  const text = (page: Page | undefined, failed: boolean) => {
    if (failed) return t('dashboard.unknown')
    return page ? `${page.total}${page.more ? '+' : ''}` : ''
  }
  return new Map(listed.map(({ to }, i) => [to, text(answers[i]?.data, answers[i]?.isError ?? false)]))
}

/** Resources in the order in which the menu lists them, so that the first page begins with what the day does. */
function inMenuOrder(resources: ResourceInfo[], sections: MenuSection[]): ResourceInfo[] {
  const places = sections.flatMap(({ items }) => items.map(({ to }) => to))
  const place = ({ path }: ResourceInfo) => {
    const at = places.indexOf(adminPath(path))
    return at < 0 ? places.length : at
  }
  return resources.toSorted((a, b) => place(a) - place(b))
}
