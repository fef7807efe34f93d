import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link } from '../common/link.tsx'
import { PageHeader } from '../common/page.tsx'
import { useT } from '../i18n/index.ts'
import { NamedIcon } from '../icons/registry.tsx'
import { useSession } from '../state/session.ts'
import { findCards, type SettingsCard } from './find.ts'
import { useMessages } from './messages.ts'

/** Settings overview: cards in groups, with a search that also finds single fields. */
export function SettingsHome() {
  const { t } = useT()
  const say = useMessages()
  const { manifest } = useSession()
  const [search, setSearch] = useState('')
  const groups = findCards(manifest, search)
  const count = groups.reduce((sum, { cards }) => sum + cards.length, 0)
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <InputGroup
        className="settings-search"
        type="search"
        size="large"
        leftIcon={<Search aria-hidden />}
        placeholder={t('settings.search')}
        aria-label={t('settings.search')}
        value={search}
        onValueChange={setSearch}
      />
      <div className="sr-only" role="status">
        {search.trim() ? t('settings.count', { count }) : ''}
      </div>
      {groups.map(({ id, label, cards }) => (
        <section key={id} className="settings-area" aria-labelledby={`settings-${id}`}>
          <h2 id={`settings-${id}`}>{label}</h2>
          <ul className="settings-cards">
            {cards.map((card) => (
              <li key={card.to} className="panel">
                <Card card={card} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && search.trim() && (
        <div className="settings-nothing">
          <p className="quiet">{say('nothing', { words: search.trim() })}</p>
          <Button size="small" onClick={() => setSearch('')}>
            {say('clear')}
          </Button>
        </div>
      )}
      {groups.length === 0 && !search.trim() && <Callout icon={false}>{t('settings.none')}</Callout>}
    </>
  )
}

function Card({ card: { to, label, icon, about, fields } }: { card: SettingsCard }) {
  const say = useMessages()
  return (
    <>
      <Link to={to} className="settings-card">
        <NamedIcon name={icon ?? 'cog'} size={18} />
        <span>
          <b>{label}</b>
          {about && <span className="quiet small">{about}</span>}
        </span>
      </Link>
      {fields.length > 0 && (
        <ul className="settings-hits" aria-label={say('found')}>
          {fields.map((field) => (
            <li key={field.name}>
              <Link to={`${to}&field=${encodeURIComponent(field.name)}`}>{field.label}</Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
