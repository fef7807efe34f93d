import { useT } from '../../i18n/index.ts'
import type { CellProps } from '../types.ts'

/** A flag in words, where it cannot be flipped. */
export function Cell({ value }: CellProps) {
  const { t } = useT()
  return <span>{value === true ? t('common.yes') : t('common.no')}</span>
}
