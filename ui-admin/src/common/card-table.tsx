import { HTMLTable } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import './card-table.css'

export interface CardTableProps {
  /** Accessible name of the table. */
  caption: string
  /** Column headings; `end` aligns numbers, `unseen` is for screen readers only, such as for a column of buttons. */
  heads: readonly (string | { label: string; unseen?: true; end?: true })[]
  /** Rows that start with a `th`. On phones `data-label` names a cell, and cells with `is-nothing` are hidden. */
  children: ReactNode
}

/** A table whose rows become cards on a narrow screen. */
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
