import { useAtom, useSetAtom } from 'jotai'
import { readCookie, writeCookie } from '../kit/cookie.ts'
import { useShop } from '../kit/shop.tsx'
import type { Shop } from '../kit/types.ts'
import { answerAtom, askingAtom, CONSENT, runShopScripts } from './shop-scripts.ts'

/** The shop's own scripts run only with the visitor's consent, and never with a staff session. */
const ownScripts = ({ bootstrap, shell }: Shop) => {
  const { header_script, footer_script } = shell.settings.basic
  return !bootstrap.staff && Boolean(header_script || footer_script)
}

/** Decides about the shop's own scripts after hydration: run them, ask for consent, or nothing. */
export const settleConsent = (shop: Shop, ask: () => void): void => {
  if (!ownScripts(shop)) return
  const consent = readCookie(document.cookie, CONSENT)
  if (consent === 'yes') runShopScripts(shop.shell.settings.basic)
  else if (consent === undefined) ask()
}

/** Asks for consent once, without blocking the page. */
export const Consent = () => {
  const shop = useShop()
  const [asking, setAsking] = useAtom(askingAtom)
  const tell = useSetAtom(answerAtom)
  if (!asking) return null
  const answer = (choice: 'yes' | 'no') => {
    writeCookie(CONSENT, choice, 180)
    setAsking(false)
    tell(choice)
    if (choice === 'yes') runShopScripts(shop.shell.settings.basic)
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
