import type { AudienceCount } from '../api-types.ts'
import { useAudienceTexts } from './messages.ts'

/** The recipient count, and the number of excluded people by reason. */
export function LeftOut({ audienceCount }: { audienceCount: AudienceCount }) {
  const say = useAudienceTexts()
  return (
    <div className="broadcast-count">
      <strong className="num">{say('toSend', { count: audienceCount.to_send })}</strong>
      {audienceCount.left_out.length > 0 && (
        <ul aria-label={say('leftOut')}>
          {audienceCount.left_out.map(({ why, count }) => (
            <li key={why}>
              <span>{say(why)}</span>
              <span className="num">{count.toLocaleString()}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
