import { HTMLSelect } from '@blueprintjs/core'
import type { PieceInfo } from '../../api-types.ts'
import { begun, type Part } from './pieces.ts'

interface Props {
  label: string
  pieces: readonly PieceInfo[]
  disabled?: boolean | undefined
  id?: string | undefined
  describedBy?: string | undefined
  add: (part: Part) => void
}

/** Menu that adds a condition or an action. */
export function AddPart({ label, pieces, disabled, id, describedBy, add }: Props) {
  return (
    <HTMLSelect
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled ?? false}
      value=""
      onChange={(event) => {
        const piece = pieces.find(({ type }) => type === event.target.value)
        if (piece) add(begun(piece.type, piece.fields))
      }}
    >
      <option value="">{label}</option>
      {pieces.map(({ type, title }) => (
        <option key={type} value={type}>
          {title}
        </option>
      ))}
    </HTMLSelect>
  )
}
