import { atom, useAtom } from 'jotai'
import { readCookie, writeCookie } from '../kit/cookie.ts'
import { useShop } from '../kit/shop.tsx'
import type { Shop } from '../kit/types.ts'
import { runShopScripts } from './shop-scripts.ts'

const COOKIE = 'consent'

/** True while the visitor has to be asked; decided in the browser, as the page is the same for all. */
export const askingAtom = atom(false)

/** Scripts of the shop's own run only for people who said yes, and never beside a staff session. */
const ownScripts = ({ bootstrap, shell }: Shop) => {
  const { header_script, footer_script } = shell.settings.basic
  return !bootstrap.staff && Boolean(header_script || footer_script)
}

/** What to do about the shop's own scripts once the page is awake: run them, ask, or nothing. */
export const settleConsent = (shop: Shop, ask: () => void): void => {
  if (!ownScripts(shop)) return
  const said = readCookie(document.cookie, COOKIE)
  if (said === 'yes') runShopScripts(shop.shell.settings.basic)
  else if (said === undefined) ask()
}

/** Asks once, without standing in the way. */
export const Consent = () => {
  const shop = useShop()
  const [asking, setAsking] = useAtom(askingAtom)
  if (!asking) return null
  const answer = (said: 'yes' | 'no') => {
    writeCookie(COOKIE, said, 180)
    setAsking(false)
    if (said === 'yes') runShopScripts(shop.shell.settings.basic)
  }
  const { t } = shop
  return (
    <aside className="consent" aria-label={t('shell.consent.title')}>
      <p>{t('shell.consent.text')}</p>
      <div>
        <button type="button" className="button button-quiet" onClick={() => answer('no')}>
          {t('shell.consent.no')}
        </button>
        <button type="button" className="button button-quiet" onClick={() => answer('yes')}>
          {t('shell.consent.yes')}
        </button>
      </div>
    </aside>
  )
}
