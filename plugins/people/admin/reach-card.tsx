import type { Row } from '#core/wire'
import { DocumentCard, useT } from '#admin'
import { fullName } from '../domain/full-name.ts'

const said = (row: Row, field: string): string => String(row[field] ?? '')

/** Whom a document is of and how to reach them: name, address, number and language, as the document itself keeps them. */
export function ReachCard({ title, row }: { title: string; row: Row }) {
  const { language } = useT()
  return (
    <DocumentCard title={title}>
      <p>{fullName(said(row, 'first_name'), said(row, 'last_name'))}</p>
      {said(row, 'email') && (
        <p>
          <a href={`mailto:${said(row, 'email')}`}>{said(row, 'email')}</a>
        </p>
      )}
      {said(row, 'phone') && (
        <p>
          <a href={`tel:+${said(row, 'country_code')}${said(row, 'phone')}`}>
            +{said(row, 'country_code')} {said(row, 'phone')}
          </a>
        </p>
      )}
      <p className="quiet small">{new Intl.DisplayNames(language, { type: 'language' }).of(said(row, 'language'))}</p>
    </DocumentCard>
  )
}
