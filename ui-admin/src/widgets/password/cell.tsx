import { useT } from '../../i18n/index.ts'
import type { CellProps } from '../types.ts'
import { isStored } from './stored.ts'

/** A secret is never shown; only whether it is set, where the server reports that. */
export function Cell({ value }: CellProps) {
  const { t } = useT()
  if (!isStored(value)) return <span aria-hidden>••••••</span>
  return value.set ? <span>{t('widget.secretIsSet')}</span> : <span className="quiet">–</span>
}
