import { TextCell } from '../base/text-cell.tsx'
import type { CellProps } from '../types.ts'
import { getPlace } from './place.ts'

/** The address of a place, or its coordinates without one. */
export function Cell(props: CellProps) {
  const { text, latitude, longitude } = getPlace(props.value)
  const degrees = [latitude, longitude].filter((coordinate) => coordinate !== null).join(', ')
  return <TextCell {...props} value={text || degrees} />
}
