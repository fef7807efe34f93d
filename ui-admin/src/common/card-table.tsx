import { HTMLTable } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import './card-table.css'

export interface CardTableProps {
  /** What the table is of, for those who hear it. */
  caption: string
  /** What the columns are called; one that only holds buttons is read out and not seen. */
  heads: readonly (string | { unseen: string })[]
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
            {heads.map((head) =>
              typeof head === 'string' ? (
                <th key={head} scope="col">
                  {head}
                </th>
              ) : (
                <th key={head.unseen} scope="col">
                  <span className="sr-only">{head.unseen}</span>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </HTMLTable>
    </div>
  )
}
