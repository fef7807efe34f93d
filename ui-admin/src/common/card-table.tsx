import { HTMLTable } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import './card-table.css'

export interface CardTableProps {
  /** What the table is of, for those who hear it. */
  caption: string
  /** What the columns are called, at their `end` over numbers; what only holds something to press is `unseen` and read out. */
  heads: readonly (string | { label: string; unseen?: true; end?: true })[]
  /** Rows that begin with a `th`; a cell with `data-label` says what it is on phones, one with `is-nothing` is left out there. */
  children: ReactNode
}

/** A table whose rows are cards where the screen is too narrow for it. */
export function CardTable({ caption, heads, children }: CardTableProps) {
  return (
    <div className="card-table">
      <HTMLTable compact>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads
              .map((head) => (typeof head === 'string' ? { label: head } : head))
              .map(({ label, unseen, end }) => (
                <th key={label} scope="col" className={end && 'is-end'}>
                  {unseen ? <span className="sr-only">{label}</span> : label}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </HTMLTable>
    </div>
  )
}
