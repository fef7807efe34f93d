import { fileSize } from 'stoa/store'

/** List of files with download links. */
export const FileList = ({ files }: { files: readonly { name: string; url: string; size?: number }[] }) => (
  <ul className="service-file-list">
    {files.map(({ name, url, size }) => (
      <li key={url}>
        <a href={url} target="_blank" rel="noreferrer">
          {name}
        </a>
        {size !== undefined && <span className="muted small"> {fileSize(size)}</span>}
      </li>
    ))}
  </ul>
)
