import { countryName } from '../../common/countries.ts'
import { useT } from '../../i18n/index.ts'
import { TextCell } from '../base/text-cell.tsx'
import type { CellProps } from '../types.ts'

/** Name of a country in the user's language. */
export function Cell({ value, ...rest }: CellProps) {
  const { language } = useT()
  return <TextCell {...rest} value={typeof value === 'string' && value ? countryName(value, language) : value} />
}
