import { useAnswer } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** How many there are. */
export default function Overview() {
  const say = useMessages()
  const found = useAnswer<{ total: number }>('sample_item?limit=1')
  return (
    <div className="page">
      <h1>{say('title')}</h1>
      <p>{found?.total}</p>
    </div>
  )
}
