import type { Row } from 'stoa/api-types'
import { DocumentCard, useSession } from 'stoa/admin'
import { fullName } from '../domain/full-name.ts'

const said = (row: Row, field: string): string => String(row[field] ?? '')

/** Contact of a document: name, address, phone number and language, as the document stores them. */
export function ReachCard({ title, row }: { title: string; row: Row }) {
  const { languages } = useSession().manifest
  const language = said(row, 'language')
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
      <p className="quiet small">{languages.find(({ code }) => code === language)?.name ?? language}</p>
    </DocumentCard>
  )
}
