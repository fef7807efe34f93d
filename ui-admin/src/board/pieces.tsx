import type { ReactNode } from 'react'
import { fileUrl } from '../widgets/base/files.ts'

const MOST_PICTURES = 4

/** Two things in a line of a card: what matters at the start, how much or when at the end. */
export const BoardLine = ({ start, end }: { start: ReactNode; end?: ReactNode }) => (
  <div className="board-line">
    <span>{start}</span>
    {end && <span>{end}</span>}
  </div>
)

/** The first pictures of what a card is about; the words beside them say what they show. */
export function BoardPictures({ of }: { of: readonly (string | null)[] }) {
  const there = of.filter((path) => path !== null)
  if (there.length === 0) return null
  return (
    <div className="board-pictures">
      {there.slice(0, MOST_PICTURES).map((path, i) => (
        // Two lines may show the same picture.
        // oxlint-disable-next-line react/no-array-index-key
        <img key={i} src={`${fileUrl(path)}?w=160`} alt="" draggable={false} loading="lazy" />
      ))}
    </div>
  )
}
