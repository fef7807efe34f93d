import type { Row } from 'stoa/api-types'
import { DocumentCard, useSession } from 'stoa/admin'
import { fullName } from '../domain/full-name.ts'

const toText = (row: Row, field: string): string => String(row[field] ?? '')

/** Contact of a document: name, address, phone number and language, as the document stores them. */
export function ReachCard({ title, row }: { title: string; row: Row }) {
  const { languages } = useSession().manifest
  const language = toText(row, 'language')
  return (
    <DocumentCard title={title}>
      <p>{fullName(toText(row, 'first_name'), toText(row, 'last_name'))}</p>
      {toText(row, 'email') && (
        <p>
          <a href={`mailto:${toText(row, 'email')}`}>{toText(row, 'email')}</a>
        </p>
      )}
      {toText(row, 'phone') && (
        <p>
          <a href={`tel:+${toText(row, 'country_code')}${toText(row, 'phone')}`}>
            +{toText(row, 'country_code')} {toText(row, 'phone')}
          </a>
        </p>
      )}
      <p className="quiet small">{languages.find(({ code }) => code === language)?.name ?? language}</p>
    </DocumentCard>
  )
}
