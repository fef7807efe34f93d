import { useQuery } from '@tanstack/react-query'
import { cardsQuery } from '../api/queues.ts'
import { Empty } from '../common/empty.tsx'
import { adminPath } from '../common/link.tsx'
import { PageHeader } from '../common/page.tsx'
import { Pieces } from '../common/slot.tsx'
import { useT } from '../i18n/index.ts'
import { useMenu, withItems } from '../shell/menu.ts'
import { usePlugin, useSession } from '../state/session.ts'
import { Areas } from './areas.tsx'
import './dashboard.css'
import { Setup } from './setup.tsx'
import { withStates, Work } from './work.tsx'

/** The dashboard: cards of plugins, current work, and record counts. */
export function Dashboard() {
  const { t } = useT()
  const { me, manifest } = useSession()
  const { sections } = useMenu()
  const { data: offered } = useQuery({ ...cardsQuery, enabled: usePlugin('desk') })
  const resources = Object.values(manifest.resources)
  const paths = new Set(resources.map(({ path }) => adminPath(path)))
  const areas = sections
    .map((section) => ({ ...section, items: section.items.flatMap(withItems).filter(({ to }) => paths.has(to)) }))
    .filter(({ items }) => items.length > 0)
  const work = withStates(resources, sections)
  return (
    <>
      <PageHeader title={t('dashboard.welcome', { name: me.name.split(' ')[0] ?? me.name })} />
      <Setup />
      <div className="dashboard-slots">
        <Pieces screens={(offered ?? []).map(({ screen }) => screen)} />
      </div>
      <Work resources={work} />
      {areas.length === 0 ? (
        <Empty title={t('dashboard.empty')}>{t('dashboard.emptyHint')}</Empty>
      ) : (
        <Areas sections={areas} open={work.length === 0} />
      )}
    </>
  )
}
