import { Card } from '@blueprintjs/core'
import type { Key, ReactNode } from 'react'
import { Money } from '../common/money.tsx'
import { StatusTag } from '../widgets/status/status-tag.tsx'
import { fileUrl } from '../widgets/base/files.ts'
import './document.css'

interface ColumnsProps {
  main: ReactNode
  side: ReactNode
  /** Below the main column; last on a phone. */
  last?: ReactNode
  className?: string
}

/** Two columns: main content and side content; one column on a narrow screen. */
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

/** A line item. */
export interface DocumentLine {
  key: Key
  name: string
  /** Further identification: SKU, chosen options. */
  about?: string
  /** What happened to it, such as a return. */
  fate?: string
  /** Image path; null for an item without an image, absent where lines have no images. */
  picture?: string | null
  /** Progress. */
  far?: ReactNode
  /** Price and quantity. */
  times: ReactNode
  sum: string
}

/** A thumbnail or its placeholder. */
export const DocumentPicture = ({ path }: { path: string | null }) =>
  path ? <img className="doc-picture" src={`${fileUrl(path)}?w=160`} alt="" loading="lazy" /> : <span className="doc-picture" aria-hidden />

/** Line items with totals. */
export function DocumentLines({ label, lines, currency }: { label: string; lines: readonly DocumentLine[]; currency: string }) {
  return (
    <ul className="doc-lines" aria-label={label}>
      {lines.map(({ key, name, about, fate, picture, far, times, sum }) => (
        <li key={key}>
          {picture !== undefined && <DocumentPicture path={picture} />}
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

/** A row of the totals. */
export interface DocumentSum {
  label: string
  value: string
  tone?: 'total' | 'due'
}

/** Totals and the amount due. */
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

/** List of facts with labels. */
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

/** Related documents: parcels, deliveries, refunds. */
export const DocumentParts = ({ children }: { children: ReactNode }) => <ul className="doc-parts">{children}</ul>

interface PartProps {
  number: string
  status?: string
  /** Content beside the number. */
  aside?: ReactNode
  children?: ReactNode
  buttons?: ReactNode
}

/** One related document. Its buttons depend on its status and are new buttons after a change. */
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
