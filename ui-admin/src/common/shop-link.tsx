import { Button } from '@blueprintjs/core'
import { Share } from '@blueprintjs/icons'
import { useT } from '../i18n/index.ts'

/** Leads to where the shop shows a record, in a tab of its own; dead while the shop does not show it. */
export function ShopLink({ to, shown }: { to: string; shown: boolean }) {
  const { t } = useT()
  if (!shown) return <Button disabled icon={<Share aria-hidden />} text={t('form.viewInShop')} title={t('form.notInShop')} />
  return (
    <a className="bp6-button" href={to} target="_blank" rel="noreferrer">
      <Share aria-hidden />
      <span className="bp6-button-text">{t('form.viewInShop')}</span>
    </a>
  )
}
