import { Document } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { sizeText, useT } from 'stoa/admin'
import { splitBody } from '../domain/body.ts'
import type { Note } from '../api-types.ts'

/** A comment with links, mentions and files; its buttons are the children. */
export function NoteBody({ note, children }: { note: Note; children: ReactNode }) {
  const { language } = useT()
  const pieces = splitBody(
    note.body,
    note.mentions.map(({ name }) => name),
  )
  return (
    <div className="note">
      <div className="note-said">
        {note.body !== '' && (
          // Each comment has its own text direction.
          <div dir="auto">
            {pieces.map(({ kind, text }, i) =>
              kind === 'link' ? (
                // oxlint-disable-next-line react/no-array-index-key -- pieces have no identity but their place
                <a key={i} href={text} target="_blank" rel="noreferrer noopener nofollow">
                  {text}
                </a>
              ) : kind === 'mention' ? (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <strong key={i} className="note-mention">
                  {text}
                </strong>
              ) : (
                text
              ),
            )}
          </div>
        )}
        {note.files.length > 0 && (
          <ul className="note-files">
            {note.files.map((file) => (
              <li key={file.id}>
                <a href={file.url} target="_blank" rel="noreferrer">
                  {file.thumbnail ? <img src={file.thumbnail} alt="" loading="lazy" /> : <Document aria-hidden />}
                  <bdi>{file.name}</bdi>
                </a>{' '}
                <span className="quiet small">{sizeText(file.size, language)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="note-buttons">{children}</div>
    </div>
  )
}
