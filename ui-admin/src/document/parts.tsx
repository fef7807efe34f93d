import { Card } from '@blueprintjs/core'
import type { Key, ReactNode } from 'react'
import { Money } from '../common/money.tsx'
import { StatusTag } from '../widgets/status/status-tag.tsx'
import { fileUrl } from '../widgets/base/files.ts'
import './document.css'

interface ColumnsProps {
  main: ReactNode
  side: ReactNode
  /** Below the main column; on a phone at the end. */
  last?: ReactNode
  className?: string
}

/** Two columns, what it is about and what stands beside it; one below the other where there is no room. */
export function DocumentColumns({ main, side, last, className = '' }: ColumnsProps) {
  return (
    <div className={`doc-columns ${className}`}>
      <div className="doc-main">{main}</div>
      <div className="doc-side">{side}</div>
      {last && <div className="doc-last">{last}</div>}
    </div>
  )
}

/** A card with a heading. */
export function DocumentCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card compact className="doc-card">
      <h2>{title}</h2>
      {children}
    </Card>
  )
}

/** A line of goods or work. */
export interface DocumentLine {
  key: Key
  name: string
  /** What tells it from others: its number, what was chosen. */
  about?: string
  /** What became of it. */
  fate?: string
  /** Its picture; null for one without, left out where lines have none. */
  picture?: string | null
  /** How far it is. */
  far?: ReactNode
  /** Price and number of pieces. */
  times: ReactNode
  sum: string
}

/** A small picture, or the room of one. */
export const DocumentPicture = ({ of }: { of: string | null }) =>
  of ? <img className="doc-picture" src={`${fileUrl(of)}?w=160`} alt="" loading="lazy" /> : <span className="doc-picture" aria-hidden />

/** Lines with their sums. */
export function DocumentLines({ label, lines, currency }: { label: string; lines: readonly DocumentLine[]; currency: string }) {
  return (
    <ul className="doc-lines" aria-label={label}>
      {lines.map(({ key, name, about, fate, picture, far, times, sum }) => (
        <li key={key}>
          {picture !== undefined && <DocumentPicture of={picture} />}
          <div className="doc-line-name">
            <strong>{name}</strong>
            {about && <span className="quiet small">{about}</span>}
            {fate && <span className="quiet small">{fate}</span>}
          </div>
          {far && <div className="doc-line-far">{far}</div>}
          <div className="doc-line-times num">{times}</div>
          <div className="doc-line-sum">
            <Money value={sum} currency={currency} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** One of the sums below lines. */
export interface DocumentSum {
  label: string
  value: string
  tone?: 'total' | 'due'
}

/** How a total came about, and what is still owed. */
export function DocumentSums({ sums, currency }: { sums: readonly (DocumentSum | false)[]; currency: string }) {
  return (
    <dl className="doc-sums">
      {sums.map(
        (sum) =>
          sum && (
            <div key={sum.label} className={sum.tone && `doc-${sum.tone}`}>
              <dt>{sum.label}</dt>
              <dd>
                <Money value={sum.value} currency={currency} />
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** What is known, by name. */
export function DocumentFacts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode] | false)[] }) {
  return (
    <dl className="doc-facts">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Documents that belong to this one: parcels, deliveries, refunds. */
export const DocumentParts = ({ children }: { children: ReactNode }) => <ul className="doc-parts">{children}</ul>

interface PartProps {
  number: string
  status?: string
  /** Beside its number. */
  aside?: ReactNode
  children?: ReactNode
  buttons?: ReactNode
}

/** One of them. Its buttons change with its status, and are other buttons then. */
export function DocumentPart({ number, status, aside, children, buttons }: PartProps) {
  return (
    <li>
      <div className="doc-part-head">
        <strong className="num">{number}</strong>
        {status && <StatusTag word={status} />}
        {aside && <span className="quiet small">{aside}</span>}
      </div>
      {children}
      {buttons && (
        <div key={status} className="doc-buttons">
          {buttons}
        </div>
      )}
    </li>
  )
}
