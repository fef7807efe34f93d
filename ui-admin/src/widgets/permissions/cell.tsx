import { useT } from '../../i18n/index.ts'
import type { CellProps } from '../types.ts'

/** Number of permissions. */
export function Cell({ value }: CellProps) {
  const { t } = useT()
  return <span className="num">{t('permission.count', { count: Array.isArray(value) ? value.length : 0 })}</span>
}
