import { Button, InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useState } from 'react'
import type { SettingsTab } from 'stoa/api-types'
import { Link } from '../common/link.tsx'
import { PageHeader } from '../common/page.tsx'
import { useT } from '../i18n/index.ts'
import { SETTINGS } from '../routes/pages.ts'
import { useSearchText } from '../shell/use-pathname.ts'
import { useSession } from '../state/session.ts'
import { fieldId } from '../widgets/field-input.tsx'
import { findTabs, tabPath } from './find.ts'
import { SettingsGroup } from './settings-group.tsx'
import { SettingsHome } from './settings-home.tsx'
import { useMessages } from './messages.ts'
import './settings.css'

/** Settings page: `?active_tab=` opens a tab, otherwise the overview is shown. */
export function Configuration() {
  const { settings } = useSession().manifest
  const query = new URLSearchParams(useSearchText())
  const active = settings.find((setting) => setting.group === query.get('active_tab'))
  return active ? <Tab active={active} focused={query.get('field')} /> : <SettingsHome />
}

/** One tab with the navigation to all others. */
function Tab({ active, focused }: { active: SettingsTab; focused: string | null }) {
  const { t } = useT()
  const say = useMessages()
  const { settings, areas } = useSession().manifest
  const [search, setSearch] = useState('')
  const found = findTabs(settings, search)
  return (
    <>
      <PageHeader title={active.label} crumbs={[{ label: t('settings.title'), to: SETTINGS }]} address={tabPath(active.group)} />
      <div className="settings">
        <nav aria-label={t('settings.tabs')} className="settings-tabs">
          <InputGroup
            type="search"
            leftIcon={<Search aria-hidden />}
            placeholder={t('settings.search')}
            aria-label={t('settings.search')}
            value={search}
            onValueChange={setSearch}
          />
          {areas.map(({ id, label }) => {
            const tabs = found.filter(({ area }) => area === id)
            return tabs.length > 0 && <Tabs key={id} label={label} tabs={tabs} active={active.group} />
          })}
          {found.length === 0 && (
            <div className="settings-nothing" role="status">
              <p className="quiet small">{say('nothing', { words: search.trim() })}</p>
              <Button size="small" onClick={() => setSearch('')}>
                {say('clear')}
              </Button>
            </div>
          )}
        </nav>
        <div className="settings-body">
          <SettingsGroup key={active.group} group={active.group} label={active.label} {...(focused ? { focus: fieldId(focused) } : {})} />
        </div>
      </div>
    </>
  )
}

/** Tabs of one group, with matching fields of the search. */
function Tabs({ label, tabs, active }: { label: string; tabs: readonly SettingsTab[]; active: string }) {
  const say = useMessages()
  return (
    <>
      <h2 className="settings-head">{label}</h2>
      <ul>
        {tabs.map(({ group, label: tab, fields }) => (
          <li key={group}>
            <Link to={tabPath(group)} className="menu-link" aria-current={group === active ? 'page' : undefined}>
              {tab}
            </Link>
            {fields.length > 0 && (
              <ul className="settings-found" aria-label={say('found')}>
                {fields.map((field) => (
                  <li key={field.name}>
                    <Link to={tabPath(group, field.name)} className="menu-link">
                      {field.label}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
