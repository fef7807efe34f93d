import type { Row } from 'stoa/api-types'
import { adminPath, DocumentCard, DocumentFacts, Link, useSession } from 'stoa/admin'
import type { BookingAnswers } from '../admin-api-types.ts'
import { useMessages } from './messages.ts'

/** Answers to the event's questions, in the version that was asked. */
export function Answers({ row }: { row: Row }) {
  const say = useMessages()
  const { me } = useSession()
  const lines = (row['lines'] ?? []) as BookingAnswers['lines']
  const submission = row['form_submission_id']
  if (lines.length === 0) return null
  return (
    <DocumentCard title={say('answers')}>
      <DocumentFacts
        facts={lines.map(({ title, answer, files }) => [
          title,
          files.length === 0
            ? answer
            : files.map(({ name, url }) => (
                <a key={url} href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              )),
        ])}
      />
      {Boolean(submission) && me.role.permission_list.includes('get form submission') && (
        <p className="small">
          <Link to={adminPath(`formbuilder/history/edit/${Number(submission)}`)}>{say('openAnswers')}</Link>
        </p>
      )}
    </DocumentCard>
  )
}
