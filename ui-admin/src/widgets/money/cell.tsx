import { figureText } from 'stoa/money'
import { useSession } from '../../state/session.ts'
import { NumberCell } from '../base/text-cell.tsx'
import type { CellProps } from '../types.ts'

/** An amount in the currency of its row, or else of the site. */
export function Cell(props: CellProps) {
  const { currency: base } = useSession().manifest.site
  const { row, value } = props
  const currency = typeof row['currency'] === 'string' ? row['currency'] : base
  return <NumberCell {...props} value={typeof value === 'string' ? figureText(value, currency) : value} />
}
