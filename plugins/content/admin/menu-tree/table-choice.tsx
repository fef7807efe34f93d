import { ViewChoice } from './view-choice.tsx'

/** Above the table: the way back to the tree. */
export default function TableChoice() {
  return <ViewChoice view="table" />
}
