import { Empty } from '../common/empty.tsx'
import { adminPath } from '../common/link.tsx'
import { useT } from '../i18n/index.ts'
import { useMenu, withItems } from '../shell/menu.ts'
import { useSession } from '../state/session.ts'
import { Areas } from './areas.tsx'
import { CardBoard } from './card-board.tsx'
import './dashboard.css'
import { Setup } from './setup.tsx'

/** The dashboard: setup steps, cards of plugins, and record counts. */
export function Dashboard() {
  const { t } = useT()
  const { me, manifest } = useSession()
  const { sections } = useMenu()
  const paths = new Set(Object.values(manifest.resources).map(({ path }) => adminPath(path)))
  const areas = sections
    .map((section) => ({ ...section, items: section.items.flatMap(withItems).filter(({ to }) => paths.has(to)) }))
    .filter(({ items }) => items.length > 0)
  const title = t('dashboard.welcome', { name: me.name.split(' ')[0] ?? me.name })
  return (
    <>
      <CardBoard dashboard="dashboard" title={title}>
        <Setup />
      </CardBoard>
      {areas.length === 0 ? <Empty title={t('dashboard.empty')}>{t('dashboard.emptyHint')}</Empty> : <Areas sections={areas} />}
    </>
  )
}
