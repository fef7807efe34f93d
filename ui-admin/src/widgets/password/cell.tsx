import { useT } from '../../i18n/index.ts'
import type { CellProps } from '../types.ts'
import { isStored } from './stored.ts'

/** A secret is never shown; where the server tells of it, whether there is one. */
export function Cell({ value }: CellProps) {
  const { t } = useT()
  if (!isStored(value)) return <span aria-hidden>••••••</span>
  return value.set ? <span>{t('widget.secretIsSet')}</span> : <span className="quiet">–</span>
}
