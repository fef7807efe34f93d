import { Callout, Spinner } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, failureLines, type InputProps, useAnswer, useDebounced, useFormField } from 'stoa/admin'
import { type AudienceDefinition, parseAudience } from '../../domain/audience.ts'
import type { AudienceCount, AudienceKinds } from '../../api-types.ts'
import { LeftOut } from '../excluded-counts.tsx'
import { useAudienceTexts } from '../messages.ts'
import { Parts } from './parts.tsx'
import '../broadcast.css'

const none: AudienceDefinition = { include: [], exclude: [] }

/** Input for the audience of a broadcast: included groups, excluded groups, and a live count of the recipients. */
export default function AudienceInput({ id, value, onChange, disabled, describedBy }: InputProps) {
  const say = useAudienceTexts()
  const kinds = useAnswer<AudienceKinds>('broadcast/audiences')
  const audience = parseAudience(value) ?? none
  const set = (side: keyof AudienceDefinition) => (parts: AudienceDefinition['include']) => onChange({ ...audience, [side]: parts })
  if (!kinds) return <Spinner size={24} />
  const shared = { kinds: kinds.data, disabled: disabled ?? false }
  return (
    <div id={id} tabIndex={-1} role="group" aria-describedby={describedBy} className="broadcast-audience">
      <Parts title={say('include')} add={say('addInclude')} parts={audience.include} onChange={set('include')} {...shared} />
      <Parts title={say('exclude')} add={say('addExclude')} parts={audience.exclude} onChange={set('exclude')} {...shared} />
      <Count audience={audience} />
    </div>
  )
}

/** Debounce of the count after the last change, in milliseconds. */
const PAUSE = 400

function Count({ audience }: { audience: AudienceDefinition }) {
  const say = useAudienceTexts()
  const { value: channel } = useFormField<string>('channel')
  const { value: topic } = useFormField<number | null>('topic_id')
  const debouncedQuery = useDebounced(JSON.stringify({ channel, topic_id: topic, audience }), PAUSE)
  const isCountable = audience.include.length > 0 && Boolean(topic)
  const { data, error, isFetching } = useQuery({
    queryKey: ['list', 'broadcast', 'count', debouncedQuery],
    placeholderData: keepPreviousData,
    enabled: isCountable,
    retry: false,
    queryFn: ({ signal }) => api<AudienceCount>('broadcast/count', { method: 'POST', body: JSON.parse(debouncedQuery) as unknown, signal }),
  })
  return (
    <div role="status" aria-live="polite" aria-busy={isFetching}>
      {!isCountable && <p className="quiet">{say(topic ? 'nobodyYet' : 'topicFirst')}</p>}
      {isCountable && error && (
        <Callout intent="warning" icon={false}>
          {failureLines(error).join(' ')}
        </Callout>
      )}
      {isCountable && !error && data && <LeftOut audienceCount={data} />}
    </div>
  )
}
