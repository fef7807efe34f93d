import { useT } from '../../i18n/index.ts'
import type { CellProps } from '../types.ts'

/** A flag as text, where it cannot be switched. */
export function Cell({ value }: CellProps) {
  const { t } = useT()
  return <span>{value === true ? t('common.yes') : t('common.no')}</span>
}
