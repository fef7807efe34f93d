import { Callout } from '@blueprintjs/core'
import { CardTable, DocumentCard, StatusTag } from 'stoa/admin'
import type { AttendanceView } from '../api-types.ts'
import './attendance.css'
import { formatMinutes } from './duration.ts'
import { useMessages } from './messages.ts'

/** Where each figure of a day comes from. */
function useFigures(day: AttendanceView): { label: string; value: string; source: string }[] {
  const say = useMessages()
  const { rules } = day
  const [start, end] = [day.start_time ?? '–', day.end_time ?? '–']
  const hasWork = day.in_time !== null && day.out_time !== null
  const isPairs = rules?.work_calc === 'pairs'
  const step = day.overtime_round_min
  const isFree = day.day_kind === 'rest' || day.day_kind === 'holiday'
  const breakSource = isPairs
    ? say('break_pairs')
    : rules?.paid_break
      ? say('break_paid')
      : say('break_from', { minutes: rules?.break_minutes ?? 0 })
  const times = { in: day.in_time ?? '–', out: day.out_time ?? '–', break: formatMinutes(day.break_min) }
  const workSource = isPairs ? say('worked_pairs') : hasWork ? say('worked_first_last', times) : say('worked_none')
  return [
    {
      label: say('scheduled'),
      value: formatMinutes(day.scheduled_min),
      source: rules ? say('scheduled_from', { start, end }) : say('no_schedule'),
    },
    { label: say('worked'), value: formatMinutes(day.worked_min), source: workSource },
    ...(rules ? [{ label: say('break'), value: formatMinutes(day.break_min), source: breakSource }] : []),
    ...(rules
      ? [
          {
            label: say('late'),
            value: formatMinutes(day.late_min),
            source: say('late_from', { in: times.in, start, grace: rules.late_grace_min }),
          },
          {
            label: say('early'),
            value: formatMinutes(day.early_min),
            source: say('early_from', { out: times.out, end, grace: rules.early_grace_min }),
          },
        ]
      : []),
    {
      label: say('overtime'),
      value: formatMinutes(day.overtime_min),
      source: isFree ? say('overtime_day', { step }) : say('overtime_from', { tolerance: day.overtime_tolerance_min, step }),
    },
    { label: say('approved'), value: formatMinutes(day.overtime_approved_min), source: say('approved_from') },
  ]
}

/** The figures of a day with their sources, and the punches. */
export function AttendanceDetail({ day }: { day: AttendanceView }) {
  const say = useMessages()
  const figures = useFigures(day)
  return (
    <>
      {day.locked ? <Callout intent="warning">{say('locked')}</Callout> : null}
      {day.corrected ? <Callout>{say('corrected', { reason: day.correction_reason })}</Callout> : null}
      <DocumentCard title={say('figures')}>
        {day.reasons.length > 0 ? <p>{day.reasons.map((reason) => say(`reason_${reason}`)).join(' · ')}</p> : null}
        <CardTable caption={say('figures')} heads={[say('figure'), { label: say('value'), end: true }, say('source')]}>
          {figures.map(({ label, value, source }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="is-end" data-label={say('value')}>
                {value}
              </td>
              <td data-label={say('source')}>{source}</td>
            </tr>
          ))}
        </CardTable>
      </DocumentCard>
      <DocumentCard title={say('punches')}>
        <p className="quiet">{say('window', day.window)}</p>
        {day.punches.length === 0 ? <p>{say('no_punches')}</p> : null}
        <ul className="attendance-punches">
          {day.punches.map((punch) => (
            <li key={punch.id}>
              <strong className={punch.voided ? 'is-voided' : undefined}>{punch.time}</strong>
              <span>{say(punch.direction)}</span>
              <span className="quiet">{describePunch(say, punch)}</span>
            </li>
          ))}
        </ul>
      </DocumentCard>
    </>
  )
}

function describePunch(say: ReturnType<typeof useMessages>, punch: AttendanceView['punches'][number]): string {
  return [
    say(`source_${punch.source}`),
    punch.in_window ? '' : say('not_counted'),
    punch.outside ? say('reason_radius') : '',
    punch.distance_m === null ? '' : say('distance', { metres: punch.distance_m }),
    punch.voided ? say('voided', { reason: punch.void_reason }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The appeals of a day, the latest first. */
export function AppealList({ appeals }: { appeals: AttendanceView['appeals'] }) {
  const say = useMessages()
  if (appeals.length === 0) return null
  return (
    <DocumentCard title={say('appeals')}>
      <ul className="attendance-punches">
        {appeals.map((appeal) => {
          const times = [
            appeal.in_time && `${say('in')} ${appeal.in_time}`,
            appeal.out_time && `${say('out')} ${appeal.out_time}`,
            appeal.requested_status && say('accept_present'),
          ]
          return (
            <li key={appeal.id}>
              <StatusTag word={appeal.status} />
              <span>{say('requested', { times: times.filter(Boolean).join(', ') })}</span>
              <span className="doc-text">{appeal.reason}</span>
              {appeal.document ? (
                <a href={appeal.document.url} target="_blank" rel="noreferrer">
                  {appeal.document.name}
                </a>
              ) : null}
              {appeal.approver ? <span className="quiet">{say('decided', { name: appeal.approver })}</span> : null}
              {appeal.decision_note ? <span className="quiet">{appeal.decision_note}</span> : null}
            </li>
          )
        })}
      </ul>
    </DocumentCard>
  )
}
