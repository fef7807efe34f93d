import { Button } from '@blueprintjs/core'
import { Share } from '@blueprintjs/icons'
import { useT } from '../i18n/index.ts'

/** Link to the store page of a record, in a new tab; disabled while the record is not published. */
export function ShopLink({ to, isVisible }: { to: string; isVisible: boolean }) {
  const { t } = useT()
  if (!isVisible) return <Button disabled icon={<Share aria-hidden />} text={t('form.viewInShop')} title={t('form.notInShop')} />
  return (
    <a className="bp6-button" href={to} target="_blank" rel="noreferrer">
      <Share aria-hidden />
      <span className="bp6-button-text">{t('form.viewInShop')}</span>
    </a>
  )
}
