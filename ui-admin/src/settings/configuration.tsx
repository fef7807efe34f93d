import { Callout, InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link } from '../common/link.tsx'
import { PageHeader } from '../common/page.tsx'
import { useT } from '../i18n/index.ts'
import { useSearchText } from '../shell/use-pathname.ts'
import { useSession } from '../state/session.ts'
import { SettingsGroup } from './settings-group.tsx'
import './settings.css'

/** Configuration by group: one tab each, `?active_tab=` names the open one. */
export function Configuration() {
  const { t } = useT()
  const { settings } = useSession().manifest
  const [search, setSearch] = useState('')
  const asked = new URLSearchParams(useSearchText()).get('active_tab')
  const active = settings.find((one) => one.group === asked) ?? settings[0]
  const found = settings.filter((one) => one.label.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <div className="settings">
        <nav aria-label={t('settings.tabs')} className="settings-tabs">
          {settings.length > 6 && (
            <InputGroup
              type="search"
              leftElement={
                <span className="input-icon">
                  <Search aria-hidden />
                </span>
              }
              placeholder={t('settings.search')}
              aria-label={t('settings.search')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          <ul>
            {found.map(({ group, label }) => (
              <li key={group}>
                <Link
                  to={`/admin/configuration?active_tab=${group}`}
                  className="menu-link"
                  aria-current={group === active?.group ? 'page' : undefined}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="settings-body">
          {active ? <SettingsGroup key={active.group} {...active} /> : <Callout icon={false}>{t('settings.none')}</Callout>}
        </div>
      </div>
    </>
  )
}
