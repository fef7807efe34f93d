import { useT } from '../../i18n/index.ts'
import type { CellProps } from '../types.ts'

/** Number of child rows. */
export function Cell({ value }: CellProps) {
  const { t } = useT()
  return <span className="num">{t('widget.items', { count: Array.isArray(value) ? value.length : Number(value) || 0 })}</span>
}
