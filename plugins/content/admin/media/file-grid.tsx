import { Document } from '@blueprintjs/icons'
import { fileUrl, sizeText, useT } from 'stoa/admin'
import { useMessages } from './messages.ts'
import type { MediaFile } from './types.ts'

interface Props {
  files: readonly MediaFile[]
  chosen: number | undefined
  onChoose: (file: MediaFile) => void
}

/** Grid of files with single selection. */
export function FileGrid({ files, chosen, onChoose }: Props) {
  const say = useMessages()
  const { language } = useT()
  return (
    <ul className="media-grid" aria-label={say('files')}>
      {files.map((file) => (
        <li key={file.id}>
          <button
            type="button"
            className={chosen === file.id ? 'media-tile is-chosen' : 'media-tile'}
            aria-pressed={chosen === file.id}
            onClick={() => onChoose(file)}
          >
            {file.mime.startsWith('image/') ? (
              <img src={`${fileUrl(file.path)}?w=320`} alt="" loading="lazy" />
            ) : (
              <span className="media-sheet">
                <Document size={32} aria-hidden />
              </span>
            )}
            <span className="media-label">{file.name}</span>
            <span className="quiet small">{sizeText(file.size, language)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
