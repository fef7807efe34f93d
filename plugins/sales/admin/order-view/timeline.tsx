import { Button, Card, Checkbox, TextArea } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type SyntheticEvent } from 'react'
import { api, Moment, notifyFailure, notifySuccess, StatusTag, useSession } from '../../../../ui-admin/src/kit/index.ts'
import { useTexts } from './texts.ts'
import type { Entry } from './types.ts'

/** What has happened to an order, newest last, and a place to add a word. */
export function Timeline({ id }: { id: string }) {
  const say = useTexts()
  const { me } = useSession()
  const { data } = useQuery({ queryKey: ['order-timeline', id], queryFn: () => api<{ data: Entry[] }>(`order/${id}/timeline`) })
  return (
    <Card compact>
      <h2>{say('history')}</h2>
      <ol className="order-history">
        {(data?.data ?? []).map((entry) => (
          <li key={`${entry.at} ${entry.kind} ${entry.to_status ?? entry.body}`}>
            {entry.kind === 'status' ? <StatusTag word={entry.to_status ?? ''} /> : null}
            <span>
              {entry.body && <span className="order-address">{entry.body}</span>}
              <span className="quiet"><Moment value={entry.at} />{entry.who ? ` · ${entry.who}` : ''}</span>
            </span>
          </li>
        ))}
      </ol>
      {me.role.permission_list.includes('comment order') && <Comment id={id} />}
    </Card>
  )
}

function Comment({ id }: { id: string }) {
  const say = useTexts()
  const client = useQueryClient()
  const field = useId()
  const [comment, setComment] = useState('')
  const [visible, setVisible] = useState(false)
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    try {
      await api(`order/${id}/comment`, { method: 'POST', body: { comment, visible } })
      setComment('')
      notifySuccess(say('added'))
      await client.invalidateQueries({ queryKey: ['order-timeline', id] })
    } catch (error) {
      notifyFailure(say('failed'), error)
    }
  }
  return (
    <form className="order-comment" onSubmit={(event) => void send(event)}>
      <label htmlFor={field}>{say('comment')}</label>
      <TextArea id={field} fill rows={2} maxLength={2000} value={comment} onChange={(event) => setComment(event.target.value)} />
      <div className="order-comment-end">
        <Checkbox label={say('visible')} checked={visible} onChange={(event) => setVisible(event.currentTarget.checked)} />
        <Button type="submit" disabled={comment.trim() === ''}>{say('add')}</Button>
      </div>
    </form>
  )
}
