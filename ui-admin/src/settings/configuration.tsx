import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useState } from 'react'
import type { SettingsTab } from 'stoa/api-types'
import { Link } from '../common/link.tsx'
import { PageHeader } from '../common/page.tsx'
import { useT } from '../i18n/index.ts'
import { useSearchText } from '../shell/use-pathname.ts'
import { useSession } from '../state/session.ts'
import { fieldId } from '../widgets/field-input.tsx'
import { SettingsGroup } from './settings-group.tsx'
import { useMessages } from './texts.ts'
import './settings.css'

const tabPath = (group: string, field?: string) =>
  `/admin/configuration?active_tab=${group}${field ? `&field=${encodeURIComponent(field)}` : ''}`

/** Tabs with the fields that hold all the words; without words every tab with none of its fields. */
function find(tabs: SettingsTab[], words: string): SettingsTab[] {
  const wanted = words.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return tabs.map((tab) => ({ ...tab, fields: [] }))
  const fits = (...texts: (string | undefined)[]) => wanted.every((word) => texts.join(' ').toLowerCase().includes(word))
  return tabs
    .map((tab) => ({ ...tab, fields: tab.fields.filter(({ name, label, hint }) => fits(name, name.replaceAll('_', ' '), label, hint)) }))
    .filter((tab) => tab.fields.length > 0 || fits(tab.label, tab.group))
}

/** Configuration by group: one tab each, `?active_tab=` names the open one. */
export function Configuration() {
  const { t } = useT()
  const say = useMessages()
  const { settings } = useSession().manifest
  const [search, setSearch] = useState('')
  const query = new URLSearchParams(useSearchText())
  const active = settings.find((one) => one.group === query.get('active_tab')) ?? settings[0]
  const focused = query.get('field')
  const found = find(settings, search)
  return (
    <>
      <PageHeader title={t('settings.title')} />
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
          <ul>
            {found.map(({ group, label, fields }) => (
              <li key={group}>
                <Link to={tabPath(group)} className="menu-link" aria-current={group === active?.group ? 'page' : undefined}>
                  {label}
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
          {active ? (
            <SettingsGroup key={active.group} group={active.group} label={active.label} {...(focused ? { focus: fieldId(focused) } : {})} />
          ) : (
            <Callout icon={false}>{t('settings.none')}</Callout>
          )}
        </div>
      </div>
    </>
  )
}
