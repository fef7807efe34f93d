import type { AudienceCount } from '../api-types.ts'
import { useAudienceTexts } from './texts.ts'

/** How many get it, and how many of those chosen do not, each with the reason. */
export function LeftOut({ of }: { of: AudienceCount }) {
  const say = useAudienceTexts()
  return (
    <div className="broadcast-count">
      <strong className="num">{say('toSend', { count: of.to_send })}</strong>
      {of.left_out.length > 0 && (
        <ul aria-label={say('leftOut')}>
          {of.left_out.map(({ why, count }) => (
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
