import type { ReactNode } from 'react'
import { fileUrl } from '../widgets/base/files.ts'

const MOST_PICTURES = 4

/** A line of a card: main content at the start, amount or date at the end. */
export const BoardLine = ({ start, end }: { start: ReactNode; end?: ReactNode }) => (
  <div className="board-line">
    <span>{start}</span>
    {end && <span>{end}</span>}
  </div>
)

/** The first images of a card. They are decorative, since the text names them. */
export function BoardPictures({ images }: { images: readonly (string | null)[] }) {
  const there = images.filter((path) => path !== null)
  if (there.length === 0) return null
  return (
    <div className="board-pictures">
      {there.slice(0, MOST_PICTURES).map((path, i) => (
        // Two lines may have the same image, so the index is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <img key={i} src={`${fileUrl(path)}?w=160`} alt="" draggable={false} loading="lazy" />
      ))}
    </div>
  )
}
