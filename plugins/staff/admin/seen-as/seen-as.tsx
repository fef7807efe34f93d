import { Button, Dialog, DialogBody, Spinner } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, failureLines, NamedIcon } from 'stoa/admin'
import type { SeenMenu } from '../../api-types.ts'
import './seen-as.css'
import { messages } from '../messages.ts'

const useMessages = messages('seenAs')

/** Shows the menu that the permissions in the editor result in. */
export default function SeenAs({ permissions = [], superuser = false }: { permissions?: string[]; superuser?: boolean }) {
  const say = useMessages()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('open')}</Button>
      <Dialog isOpen={open} onClose={() => setOpen(false)} title={say('open')}>
        <DialogBody>
          <p className="quiet">{say('lead')}</p>
          {open && <Menu permissions={permissions} superuser={superuser} />}
        </DialogBody>
      </Dialog>
    </>
  )
}

function Menu(rights: { permissions: string[]; superuser: boolean }) {
  const say = useMessages()
  const { data, error } = useQuery({
    queryKey: ['role-menu', rights],
    gcTime: 0,
    queryFn: () =>
      api<SeenMenu>('role/menu', { method: 'POST', body: { permission_list: rights.permissions, superuser: rights.superuser } }),
  })
  if (error) return <p role="alert">{failureLines(error).join(' ')}</p>
  if (!data) return <Spinner size={28} aria-label={say('loading')} />
  if (data.menu.length === 0) return <p>{say('nothing')}</p>
  return (
    <ul className="seen-menu">
      {data.menu.map((section) => (
        <li key={section.id}>
          <span className="seen-section">
            {section.icon && <NamedIcon name={section.icon} size={16} />}
            {section.label}
          </span>
          <ul>
            {section.items.map((item) => (
              <li key={item.to}>
                {item.label}
                {item.can.length > 0 && <span className="quiet small"> {item.can.join(' · ')}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
