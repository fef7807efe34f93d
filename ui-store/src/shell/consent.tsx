import { useAtom, useSetAtom } from 'jotai'
import { readCookie, writeCookie } from '../kit/cookie.ts'
import { useShop } from '../kit/shop.tsx'
import type { Shop } from '../kit/types.ts'
import { answerAtom, askingAtom, CONSENT, runShopScripts } from './shop-scripts.ts'

/** Scripts of the shop's own run only for people who said yes, and never beside a staff session. */
const ownScripts = ({ bootstrap, shell }: Shop) => {
  const { header_script, footer_script } = shell.settings.basic
  return !bootstrap.staff && Boolean(header_script || footer_script)
}

/** What to do about the shop's own scripts once the page is awake: run them, ask, or nothing. */
export const settleConsent = (shop: Shop, ask: () => void): void => {
  if (!ownScripts(shop)) return
  const said = readCookie(document.cookie, CONSENT)
  if (said === 'yes') runShopScripts(shop.shell.settings.basic)
  else if (said === undefined) ask()
}

/** Asks once, without standing in the way. */
export const Consent = () => {
  const shop = useShop()
  const [asking, setAsking] = useAtom(askingAtom)
  const tell = useSetAtom(answerAtom)
  if (!asking) return null
  const answer = (said: 'yes' | 'no') => {
    writeCookie(CONSENT, said, 180)
    setAsking(false)
    tell(said)
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
