import { moneyText, thousandsApart } from '../../../../core/money.ts'
import { NumberCell } from '../base/text-cell.tsx'
import type { CellProps } from '../types.ts'

/** An amount. */
export function Cell(props: CellProps) {
  return <NumberCell {...props} value={typeof props.value === 'string' ? moneyText(thousandsApart(props.value)) : props.value} />
}
