import { useState } from 'react'
import { GoTo, Link, Slots, useShop, type HeadInfo, type ScreenContext, type SlotData } from 'stoa/store'
import { leave } from '../shared/visit.ts'

/** Slot for account tabs of plugins: `{ at: 'account.tab', screen: 'sales/account-orders' }`. */
const PLACE = 'account.tab'

/** A link is active only with the same query. */
const alone = { activeOptions: { exact: true } } as object

interface Tab {
  id: string
  screen: string
  /** Message key of its label, `sales.account.orders`. */
  label: string
}

const getTabs = (slots: ScreenContext['bootstrap']['slots']): Tab[] =>
  slots
    .filter((slot) => slot.at === PLACE)
    .map(({ screen }) => {
      const [plugin = '', name = ''] = screen.split('/')
      const id = name.replace(/^account-/, '')
      return { id, screen, label: `${plugin}.account.${id}` }
    })

interface Data {
  tab: string
  data: SlotData
}

/** The data is private: pages with a session are never cached for others. */
export const load = async ({ bootstrap, search, loadSlots }: ScreenContext): Promise<Data> => {
  const tabs = getTabs(bootstrap.slots)
  const tab = tabs.find(({ id }) => id === search.tab) ?? tabs[0]
  if (!bootstrap.signedIn) {
    const here = `/account${search.tab ? `?${new URLSearchParams(search)}` : ''}`
    throw new GoTo(`/login?next=${encodeURIComponent(here)}`)
  }
  return { tab: tab?.id ?? '', data: tab ? await loadSlots(PLACE, tab.screen) : {} }
}

export const head = ({ tab }: Data, { t, bootstrap }: ScreenContext): HeadInfo => {
  const label = getTabs(bootstrap.slots).find(({ id }) => id === tab)?.label
  return { title: label ? `${t(label)} · ${t('people.mine')}` : t('people.mine'), path: '/account', noindex: true }
}

/** Account page: each tab has its own address, and the plugin it belongs to renders it. */
export default function AccountScreen({ data: { tab, data } }: { data: Data }) {
  const shop = useShop()
  const { t, bootstrap } = shop
  const [busy, setBusy] = useState(false)
  const tabs = getTabs(bootstrap.slots)
  const chosen = tabs.find(({ id }) => id === tab)
  return (
    <div className="page account">
      <nav className="account-tabs" aria-label={t('people.mine')}>
        <ul>
          {tabs.map(({ id, label }, i) => (
            <li key={id}>
              <Link to={i === 0 ? '/account' : `/account?tab=${id}`} {...alone}>
                {t(label)}
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              aria-busy={busy}
              onClick={() => {
                setBusy(true)
                leave(shop).catch(() => setBusy(false))
              }}
            >
              {t('people.logout')}
            </button>
          </li>
        </ul>
      </nav>
      <div className="account-main">
        {chosen && <h1>{t(chosen.label)}</h1>}
        {chosen && <Slots at={PLACE} only={chosen.screen} data={data} />}
      </div>
    </div>
  )
}
